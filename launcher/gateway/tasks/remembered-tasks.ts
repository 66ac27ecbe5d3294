import type { OfferedTool } from '../catalog/offered-tool.ts';
import { isOver, type Task } from './readable-task.ts';

/** The call that a task was made by: what its result is to be given as. */
export interface TaskCall {
  readonly offered: OfferedTool;
  readonly question: string | undefined;
  /** Which of its server's connections it was made on. */
  readonly connection: number;
  /** Its progress is handed on no more. */
  readonly endProgress: () => void;
}

/** The calls of tasks by the ids that clients know, for as long as their servers may have them. */
export interface RememberedTasks {
  remember(task: Task, call: TaskCall): void;
  get(id: string): TaskCall | undefined;
  /** A server has told how it is. */
  heard(task: Task): void;
  forget(id: string): void;
}

/** Of more, those that nothing was heard of for longest go. */
export const MAX_TASKS = 1000;

interface Entry {
  readonly call: TaskCall;
  readonly ttl: number | null;
  readonly heardAt: number;
}

/** `now`: milliseconds since any fixed point. */
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
      // Servers may count from the end of a task, not from its beginning: from when it was last heard of.
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
