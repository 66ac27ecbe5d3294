import type { OfferedTool } from '../catalog/offered-tool.ts';
import { isOver, type Task } from './readable-task.ts';

/** The call that created a task. It determines how the result is returned. */
export interface TaskCall {
  readonly offered: OfferedTool;
  readonly question: string | undefined;
  /** Number of the server's connection on which it was created. */
  readonly connection: number;
  /** Stops forwarding its progress. */
  readonly endProgress: () => void;
}

/** Calls of tasks by the client's task ids, for as long as their servers may keep the tasks. */
export interface RememberedTasks {
  remember(task: Task, call: TaskCall): void;
  get(id: string): TaskCall | undefined;
  /** Call when a server has reported a task's state. */
  heard(task: Task): void;
  forget(id: string): void;
}

/** Max tasks to remember. Beyond that, the tasks with the oldest reports are dropped. */
export const MAX_TASKS = 1000;

interface Entry {
  readonly call: TaskCall;
  readonly ttl: number | null;
  readonly heardAt: number;
}

/** Creates the registry. `now` returns milliseconds since any fixed time. */
export function createRememberedTasks(now: () => number): RememberedTasks {
  const entries = new Map<string, Entry>();
  const put = (task: Task, call: TaskCall): void => {
    entries.delete(task.taskId);
    entries.set(task.taskId, { call, ttl: task.ttl, heardAt: now() });
    if (isOver(task)) call.endProgress();
  };
  const forget = (id: string): void => {
    entries.get(id)?.call.endProgress();
    entries.delete(id);
  };
  return {
    remember(task, call) {
      // Servers may count from the end of a task instead of its start, so count from the last report.
      for (const [id, { ttl, heardAt }] of entries) if (ttl !== null && now() - heardAt > ttl) forget(id);
      put(task, call);
      for (const id of entries.keys()) {
        if (entries.size <= MAX_TASKS) break;
        forget(id);
      }
    },
    get: (id) => entries.get(id)?.call,
    heard(task) {
      const known = entries.get(task.taskId);
      if (known !== undefined) put(task, known.call);
    },
    forget,
  };
}
