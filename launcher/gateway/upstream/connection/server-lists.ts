import type { EventLog } from '../../../../src/base/events/event-log.ts';
import type { JsonObject } from '../../../../src/base/json/json-object.ts';
import { RPC } from '../../../../src/mcp/json-rpc.ts';
import { RpcError } from '../../../../src/mcp/rpc-error.ts';
import type { Timers } from '../../../platform/timers.ts';
import { MCPConnectionError } from '../../config/server-errors.ts';
import { toEventFault } from '../../event-fault.ts';
import { listPages } from './list-pages.ts';
import type { ServerLists } from './server-connection.ts';
import type { UpstreamSession } from './upstream-session.ts';

type ListName = keyof ServerLists;

const LISTS: readonly { readonly list: ListName; readonly method: string; readonly capability: string }[] = [
  { list: 'tools', method: 'tools/list', capability: 'tools' },
  { list: 'resources', method: 'resources/list', capability: 'resources' },
  { list: 'resourceTemplates', method: 'resources/templates/list', capability: 'resources' },
  { list: 'prompts', method: 'prompts/list', capability: 'prompts' },
];

/** Lists to fetch again after each notification. */
export const LISTS_CHANGED: ReadonlyMap<string, readonly ListName[]> = new Map([
  ['notifications/tools/list_changed', ['tools']],
  ['notifications/resources/list_changed', ['resources', 'resourceTemplates']],
  ['notifications/prompts/list_changed', ['prompts']],
]);

/** Waits before a list is requested again because it failed, or because it had no tools, in milliseconds. */
const RETRIES = [1000, 5000, 30_000, 120_000];

export interface ServerListsOptions {
  readonly server: string;
  readonly session: UpstreamSession;
  readonly timeoutMs: number;
  readonly timers: Timers;
  readonly log: EventLog;
  /** Called with each list as it arrives, so that a list that hangs does not delay others. */
  onLists(lists: Partial<ServerLists>): void;
  onListFailed(list: keyof ServerLists): void;
}

/**
 * Fetches and updates the lists of one session. If a list fails, or has no tools, it is requested again, because the
 * server may still be starting. Until then the last list counts.
 */
export class ServerListsWatch {
  readonly #options: ServerListsOptions;
  readonly #counts: Record<ListName, number> = { tools: 0, resources: 0, resourceTemplates: 0, prompts: 0 };
  readonly #fetching = new Map<ListName, { again: boolean }>();
  /** Number of retries of each list so far, and functions that cancel the pending ones. */
  readonly #retries = new Map<ListName, number>();
  readonly #cancels = new Map<ListName, () => void>();
  #isStopped = false;

  constructor(options: ServerListsOptions) {
    this.#options = options;
  }

  /** Fetches all lists in parallel. A list that the server does not offer is reported as empty. */
  async discover(): Promise<void> {
    const { server, session, timers, log, onLists } = this.#options;
    const began = timers.now();
    const offered = LISTS.filter(({ capability }) => session.facts.capabilities[capability] !== undefined);
    const missing = LISTS.filter((one) => !offered.includes(one));
    if (missing.length > 0) onLists(Object.fromEntries(missing.map(({ list }) => [list, []])));
    await Promise.all(offered.map(({ list }) => this.#refresh(list)));
    if (this.#isStopped) return;
    const { resourceTemplates: resource_templates, ...counts } = this.#counts;
    const duration_ms = Math.round(timers.now() - began);
    log('info', 'gateway.discovered', { server, ...counts, resource_templates, duration_ms });
  }

  /** Fetches a list again. If it is already being fetched, fetches it exactly once more afterward. */
  refresh(list: ListName): void {
    void this.#refresh(list);
  }

  stop(): void {
    this.#isStopped = true;
    for (const cancel of this.#cancels.values()) cancel();
  }

  /** Schedules another attempt. Returns the time until then in milliseconds; undefined if no attempt is left. */
  #again(list: ListName): number | undefined {
    const done = this.#retries.get(list) ?? 0;
    const ms = RETRIES[done];
    this.#cancels.get(list)?.();
    if (ms === undefined) return undefined;
    this.#retries.set(list, done + 1);
    this.#cancels.set(
      list,
      this.#options.timers.after(ms, () => this.refresh(list)),
    );
    return ms;
  }

  #settled(list: ListName): void {
    this.#cancels.get(list)?.();
    this.#cancels.delete(list);
    if (this.#retries.delete(list)) {
      const { server, log } = this.#options;
      log('info', 'gateway.list_again', { server, list, entries: this.#counts[list] });
    }
  }

  async #refresh(list: ListName): Promise<void> {
    const running = this.#fetching.get(list);
    if (running !== undefined) {
      running.again = true;
      return;
    }
    const method = LISTS.find((one) => one.list === list)?.method ?? list;
    const state = { again: true };
    this.#fetching.set(list, state);
    while (state.again && !this.#isStopped) {
      state.again = false;
      await this.#fetch(list, method);
    }
    this.#fetching.delete(list);
  }

  async #fetch(list: ListName, method: string): Promise<void> {
    const { server, session, timeoutMs, log } = this.#options;
    const fetchPage = (params: JsonObject | undefined) =>
      session.request(method, params, { timeoutMs, maxMs: timeoutMs });
    try {
      const { entries, cut } = await listPages(list, fetchPage);
      if (this.#isStopped) return;
      if (cut !== undefined) log('warn', 'gateway.list_cut', { server, method, reason: cut, entries: entries.length });
      this.#listed(list, method, entries);
    } catch (error) {
      this.#failed(list, method, error);
    }
  }

  #listed(list: ListName, method: string, entries: readonly JsonObject[]): void {
    const { server, log, onListFailed } = this.#options;
    const retry_ms = list === 'tools' && entries.length === 0 ? this.#again(list) : undefined;
    if (retry_ms === undefined) {
      this.#tell(list, entries);
      this.#settled(list);
      return;
    }
    log('info', 'gateway.list_empty', { server, method, retry_ms });
    onListFailed(list);
  }

  #failed(list: ListName, method: string, error: unknown): void {
    const { server, session, log, onListFailed } = this.#options;
    const needsSignIn = error instanceof MCPConnectionError && error.code === 'unauthorized';
    // Some servers accept every connection but require a sign-in for their tools. Without tools, treat such a server
    // as not connected.
    if (needsSignIn && list === 'tools' && !this.#isStopped) {
      session.lose(error);
      return;
    }
    // The end of the connection is logged on its own.
    if (this.#isStopped || (error instanceof MCPConnectionError && !needsSignIn)) return;
    const { code, message } = toPlain(error);
    if (code === RPC.methodNotFound) {
      this.#tell(list, []);
      this.#settled(list);
      return;
    }
    const retry_ms = this.#again(list);
    log('warn', 'gateway.list_failed', { server, method, code, message, ...(retry_ms !== undefined && { retry_ms }) });
    onListFailed(list);
  }

  #tell(list: ListName, entries: readonly JsonObject[]): void {
    this.#counts[list] = entries.length;
    this.#options.onLists({ [list]: entries });
  }
}

/** Converts an error for an event. A server's own message may be anything, so only its code is kept. */
function toPlain(error: unknown): { readonly code: unknown; readonly message: string } {
  if (error instanceof RpcError) return { code: error.code, message: 'the server answered with an error' };
  const { code, message } = error as { code?: unknown; message: string };
  return toEventFault({ code: code ?? 'invalid_result', message });
}
