import type { EventLog } from '../../../src/base/events/event-log.ts';
import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { isJsonObject } from '../../../src/base/json/json-object.ts';
import { invalidParams } from '../../../src/mcp/invalid-params.ts';
import { RESULT_META } from '../../../src/mcp/tool-result.ts';
import type { Timers } from '../../platform/timers.ts';
import { within } from '../../platform/within.ts';
import type { ServerConnection } from '../upstream/connection/server-connection.ts';
import { type Task, toReadableTask } from './readable-task.ts';

export interface ListTasksOptions {
  /** Connections in the order of the configuration. */
  readonly connections: () => Iterable<ServerConnection>;
  readonly timers: Timers;
  readonly log: EventLog;
  /** Converts a task to the client's ids, and records its state. */
  readonly toOurs: (server: string, task: Task) => Task;
}

/**
 * Max time for a page to wait for a server, in milliseconds. While a server is late, later pages do not wait for it.
 */
export const LIST_MS = 1000;

const METHOD = 'tasks/list';

/** Answers `tasks/list` with one page of each server, fetched in parallel. */
export type ListTasks = (params: JsonObject, signal: AbortSignal) => Promise<JsonObject>;

/**
 * Creates the method. Servers that cannot be asked, or are too slow, are named in `_meta["jeeves/result"].missing`. A
 * cursor contains the cursors of the servers that have more.
 */
export function createListTasks({ connections, timers, log, toOurs }: ListTasksOptions): ListTasks {
  const late = new Set<ServerConnection>();

  const ask = async (to: ServerConnection, cursor: string | undefined, signal: AbortSignal): Promise<JsonObject> => {
    late.add(to);
    try {
      return await to.request(METHOD, cursor === undefined ? {} : { cursor }, { signal, repeatable: true });
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      if (!signal.aborted) log('warn', 'gateway.list_failed', { server: to.name, method: METHOD, code });
      return {};
    } finally {
      late.delete(to);
    }
  };

  return async (params, signal) => {
    const cursors = readCursor(params['cursor']);
    const asked = [...connections()].filter((one) => cursors === undefined || Object.hasOwn(cursors, one.name));
    const pages = new Map<string, JsonObject>();
    const waiting = asked.filter((to) => hasList(to) && !late.has(to));
    const all = waiting.map(async (to) => {
      const page = await ask(to, cursors?.[to.name], signal);
      if (Array.isArray(page['tasks'])) pages.set(to.name, page);
    });
    await within(LIST_MS, Promise.all(all), timers);
    signal.throwIfAborted();
    const missing = asked.filter((to) => mayHaveList(to) && !pages.has(to.name)).map(({ name }) => name);
    const listed = asked.flatMap(({ name }) => {
      const tasks = (pages.get(name)?.['tasks'] ?? []) as readonly unknown[];
      return tasks.flatMap((one) => {
        const task = toReadableTask(one);
        return task === undefined ? [] : [toOurs(name, task)];
      });
    });
    const more = [...pages].flatMap(([name, { nextCursor }]) =>
      // A repeated cursor would never end.
      typeof nextCursor === 'string' && nextCursor !== cursors?.[name] ? [[name, nextCursor] as const] : [],
    );
    return {
      tasks: listed,
      ...(more.length > 0 && {
        nextCursor: Buffer.from(JSON.stringify(Object.fromEntries(more))).toString('base64url'),
      }),
      ...(missing.length > 0 && { _meta: { [RESULT_META]: { missing } } }),
    };
  };
}

function readCursor(cursor: unknown): Readonly<Record<string, string>> | undefined {
  if (cursor === undefined) return undefined;
  try {
    const cursors: unknown = JSON.parse(Buffer.from(String(cursor), 'base64url').toString('utf8'));
    const sound = isJsonObject(cursors) && Object.values(cursors).every((one) => typeof one === 'string');
    if (sound) return cursors as Readonly<Record<string, string>>;
  } catch {
    // Not one of our cursors.
  }
  throw invalidParams(METHOD, undefined, [{ path: 'cursor', code: 'invalid_value' }]);
}

/** True if the server can be asked now. */
function hasList(to: ServerConnection): boolean {
  return to.state === 'connected' && mayHaveList(to);
}

/** True if the server can list tasks, or may turn out to. */
function mayHaveList({ state, facts }: ServerConnection): boolean {
  if (facts === undefined) return state === 'connecting' || state === 'reconnecting';
  const tasks = facts.capabilities['tasks'] as JsonObject | null | undefined;
  return state !== 'disabled' && tasks?.['list'] !== undefined;
}
