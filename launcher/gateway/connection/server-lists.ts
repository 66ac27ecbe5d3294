import { RPC } from '../../../src/mcp/json-rpc.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { Timers } from '../../process/timers.ts';
import { MCPConnectionError } from '../errors.ts';
import { toEventFault } from '../event-fault.ts';
import { listPages } from './list-pages.ts';
import type { JsonObject, ServerLists } from './server-connection.ts';
import type { UpstreamSession } from './upstream-session.ts';

type ListName = keyof ServerLists;

const LISTS: readonly { readonly list: ListName; readonly method: string; readonly capability: string }[] = [
  { list: 'tools', method: 'tools/list', capability: 'tools' },
  { list: 'resources', method: 'resources/list', capability: 'resources' },
  { list: 'resourceTemplates', method: 'resources/templates/list', capability: 'resources' },
  { list: 'prompts', method: 'prompts/list', capability: 'prompts' },
];

/** What is fetched anew at each notification. */
export const LISTS_CHANGED: ReadonlyMap<string, readonly ListName[]> = new Map([
  ['notifications/tools/list_changed', ['tools']],
  ['notifications/resources/list_changed', ['resources', 'resourceTemplates']],
  ['notifications/prompts/list_changed', ['prompts']],
]);

export interface ServerListsOptions {
  readonly server: string;
  readonly session: UpstreamSession;
  readonly timeoutMs: number;
  readonly timers: Timers;
  readonly log: EventLog;
  /** Told of each list as it arrives: one that hangs holds up no other. */
  onLists(lists: Partial<ServerLists>): void;
  onListFailed(list: keyof ServerLists): void;
}

export interface ServerListsWatch {
  /** Fetches all that the server offers, side by side; a list that it does not offer is told as empty. */
  discover(): Promise<void>;
  /** Fetches one anew; while it is being fetched, once more after that, however often it changes. */
  refresh(list: ListName): void;
  stop(): void;
}

/** Keeps the lists of one session. A list that fails is told by an event alone. */
export function watchServerLists(options: ServerListsOptions): ServerListsWatch {
  const { server, session, timeoutMs, timers, log, onLists, onListFailed } = options;
  const counts: Record<ListName, number> = { tools: 0, resources: 0, resourceTemplates: 0, prompts: 0 };
  const fetching = new Map<ListName, { again: boolean }>();
  let stopped = false;

  const fetchPage = (method: string) => (params: JsonObject | undefined) =>
    session.request(method, params, { timeoutMs, maxMs: timeoutMs });

  const fetchList = async (list: ListName, method: string): Promise<void> => {
    try {
      const { entries, cut } = await listPages(list, fetchPage(method));
      if (stopped) return;
      if (cut !== undefined) log('warn', 'gateway.list_cut', { server, method, reason: cut, entries: entries.length });
      tell(list, entries);
    } catch (error) {
      const needsSignIn = error instanceof MCPConnectionError && error.code === 'unauthorized';
      // Some greet everyone: without its tools such a server is as good as not connected.
      if (needsSignIn && list === 'tools' && !stopped) return session.lose(error);
      // The end of the connection has an event of its own.
      if (stopped || (error instanceof MCPConnectionError && !needsSignIn)) return;
      const { code, message } = toPlain(error);
      if (code === RPC.methodNotFound) return tell(list, []);
      log('warn', 'gateway.list_failed', { server, method, code, message });
      onListFailed(list);
    }
  };
  const tell = (list: ListName, entries: readonly JsonObject[]): void => {
    counts[list] = entries.length;
    onLists({ [list]: entries });
  };

  const refresh = async (list: ListName): Promise<void> => {
    const running = fetching.get(list);
    if (running !== undefined) {
      running.again = true;
      return;
    }
    const method = LISTS.find((one) => one.list === list)?.method ?? list;
    const state = { again: true };
    fetching.set(list, state);
    while (state.again && !stopped) {
      state.again = false;
      await fetchList(list, method);
    }
    fetching.delete(list);
  };

  return {
    async discover() {
      const began = timers.now();
      const offered = LISTS.filter(({ capability }) => session.facts.capabilities[capability] !== undefined);
      const missing = LISTS.filter((one) => !offered.includes(one));
      if (missing.length > 0) onLists(Object.fromEntries(missing.map(({ list }) => [list, []])));
      await Promise.all(offered.map(({ list }) => refresh(list)));
      if (stopped) return;
      const { tools, resources, resourceTemplates, prompts } = counts;
      const duration_ms = Math.round(timers.now() - began);
      log('info', 'gateway.discovered', {
        server,
        tools,
        resources,
        resource_templates: resourceTemplates,
        prompts,
        duration_ms,
      });
    },
    refresh: (list) => void refresh(list),
    stop() {
      stopped = true;
    },
  };
}

/** A server's own words may hold anything: of its errors the code alone is told. */
function toPlain(error: unknown): { readonly code: unknown; readonly message: string } {
  if (error instanceof RpcError) return { code: error.code, message: 'the server answered with an error' };
  const { code, message } = error as { code?: unknown; message: string };
  return toEventFault({ code: code ?? 'invalid_result', message });
}
