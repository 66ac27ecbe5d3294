import type { Lazy } from '../config/variables.ts';
import type { Timers } from '../process/timers.ts';
import type { DefersTools, OtherServers, ReachingClient } from '../server/other-servers.ts';
import { type ListedTool, showTools } from './catalog/shown-tools.ts';
import type { JsonObject } from './connection/server-connection.ts';
import type { Gateway } from './gateway.ts';
import { isSearched } from './lazy/is-searched.ts';
import { FIND_TOOL } from './lazy/lazy-names.ts';

/** What can be listed without a connection. */
export interface GatewayLists {
  readonly tools: Pick<Gateway['tools'], 'list' | 'listed'>;
  readonly resources: Pick<Gateway['resources'], 'list' | 'templates'>;
  readonly prompts: Pick<Gateway['prompts'], 'list'>;
}

/** The gateway as the server needs it: nothing of it is loaded before it has to be. */
export interface LazyGateway extends OtherServers {
  tools(structured: boolean): Promise<readonly JsonObject[]>;
  lists(): Promise<GatewayLists>;
  /** The gateway once it has begun. */
  connected(): Promise<Gateway>;
  /** A notification of the client. */
  notified(method: string, params: unknown): void;
  close(): Promise<void>;
}

/** A client that has asked for no list so long after it was greeted may never: the servers are started. In milliseconds. */
export const LATEST_START_MS = 500;
/** Where none is configured, one may be later: nobody is to wait for what that loads. In milliseconds. */
export const WATCH_MS = 5000;

/**
 * What a client is offered, whatever the servers turn out to have: they may be configured while it runs. Here, and not
 * with the rest, since `initialize` is answered from it.
 */
const CAPABILITIES: Readonly<Record<string, object>> = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

export interface LazyGatewayOptions extends Pick<LazyGateway, 'instructions'> {
  readonly open: () => Promise<Gateway>;
  /** Whether there is a configuration. */
  readonly isConfigured: () => boolean;
  /** The tools as they were offered last, where that is known. */
  readonly lastOffered: () => readonly ListedTool[] | undefined;
  readonly lazy: Lazy;
  readonly timers: Timers;
  /** It could not be opened or started: a fault of ours. */
  readonly onFault: (error: unknown) => void;
}

const NO_LISTS: GatewayLists = {
  tools: { list: async () => [], listed: async () => [] },
  resources: { list: () => [], templates: () => [] },
  prompts: { list: () => [] },
};

export function createLazyGateway(options: LazyGatewayOptions): LazyGateway {
  const { open, isConfigured, lastOffered, lazy, instructions, timers, onFault } = options;
  let client: ReachingClient | undefined;
  let opening: Promise<Gateway> | undefined;
  let cancel = (): void => {};
  /** What the client was shown before the gateway was opened. */
  let shown: readonly ListedTool[] | undefined;

  /** What a client searches that others would be shown is no list for one that defers tools itself. */
  const lastShown = async (defers: DefersTools): Promise<typeof shown> => {
    const last = lastOffered();
    const isShorter = last?.some(({ tool }) => tool['name'] === FIND_TOOL) ?? false;
    return isShorter && !(await isSearched(lazy, defers)) ? undefined : last;
  };
  const opened = (): Promise<Gateway> => {
    if (opening === undefined) {
      opening = open();
      opening.catch(onFault);
    }
    return opening;
  };
  const lists = async (): Promise<GatewayLists> =>
    opening === undefined && !isConfigured() ? NO_LISTS : await opened();
  const begin = async (gateway: Gateway, greeted: ReachingClient): Promise<void> => {
    const before = shown;
    shown = undefined;
    if (before !== undefined && JSON.stringify(await gateway.tools.listed()) !== JSON.stringify(before)) {
      greeted.session.notify('notifications/tools/list_changed');
    }
    await gateway.start(greeted);
  };
  const connected = async (): Promise<Gateway> => {
    cancel();
    const gateway = await opened();
    if (client !== undefined) await begin(gateway, client);
    return gateway;
  };
  const starting = async (): Promise<void> => {
    try {
      await connected();
    } catch (error) {
      // One that cannot be opened is told by whoever opened it.
      if (opening !== undefined) {
        await opening.then(
          () => onFault(error),
          () => {},
        );
      }
    }
  };
  return {
    capabilities: CAPABILITIES,
    instructions,
    greet(greeted) {
      client = greeted;
      cancel = timers.after(isConfigured() ? LATEST_START_MS : WATCH_MS, () => void starting());
    },
    async tools(structured) {
      const { tasks = false, defersTools: defers = async () => false } = client ?? {};
      if (opening === undefined && isConfigured()) shown ??= await lastShown(defers);
      const view = { structured, tasks, defers };
      if (opening !== undefined || shown === undefined) return await (await lists()).tools.list(view);
      return showTools(shown, view);
    },
    lists,
    start() {
      if (opening !== undefined || isConfigured()) void starting();
    },
    connected,
    notified: (method, params) =>
      void opening?.then(
        (gateway) => gateway.notified(method, params),
        () => {},
      ),
    async close() {
      cancel();
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}
