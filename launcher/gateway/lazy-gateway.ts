import type { JsonObject } from '../../src/base/json/json-object.ts';
import type { ClientView } from '../../src/mcp/tool.ts';
import type { Lazy } from '../platform/settings/variables.ts';
import type { Timers } from '../platform/timers.ts';
import type { DefersTools, OtherServers, ReachingClient } from '../tools/calls/other-servers.ts';
import { type ShownTool, showTools } from './catalog/shown-tools.ts';
import type { ListName } from './first-lists.ts';
import type { Gateway } from './gateway.ts';
import { isSearched } from './tool-search/is-searched.ts';
import { FIND_TOOL } from './tool-search/search-tool-names.ts';

/** Lists that need no connection. */
export interface GatewayLists {
  readonly tools: Pick<Gateway['tools'], 'list' | 'listed'>;
  readonly resources: Pick<Gateway['resources'], 'list' | 'templates'>;
  readonly prompts: Pick<Gateway['prompts'], 'list'>;
}

/** The gateway as used by the server. Its code is loaded only when it is needed. */
export interface LazyGateway extends OtherServers {
  tools(view: ClientView, signal: AbortSignal): Promise<readonly JsonObject[]>;
  lists(list: ListName, signal: AbortSignal): Promise<GatewayLists>;
  /** Opens the gateway and starts connecting, if that has not happened yet. */
  connected(): Promise<Gateway>;
  /** Handles a notification of the client. */
  notified(method: string, params: unknown): void;
  close(): Promise<void>;
}

/**
 * Time after `initialize` at which servers are started even if the client has not requested any list, in milliseconds.
 */
export const LATEST_START_MS = 500;
/**
 * Time after which an unconfigured gateway is loaded, in milliseconds, because servers may be configured later. It is
 * long, so that loading delays nobody.
 */
export const WATCH_MS = 5000;

/**
 * Capabilities offered to every client, whatever the servers turn out to have, because they may be configured at
 * runtime. They are in this file because the answer to `initialize` needs them.
 */
const CAPABILITIES: Readonly<Record<string, object>> = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

export interface LazyGatewayOptions extends Pick<LazyGateway, 'instructions'> {
  /** Returns the extensions that were last known; undefined if there are none. */
  readonly extensions: () => JsonObject | undefined;
  readonly open: () => Promise<Gateway>;
  /** True if there is a configuration. */
  readonly isConfigured: () => boolean;
  /** Returns the tools that were offered last, if known. */
  readonly lastOffered: () => readonly ShownTool[] | undefined;
  readonly lazy: Lazy;
  readonly timers: Timers;
  /** Called if the gateway could not be opened or started, which is an internal error. */
  readonly onFault: (error: unknown) => void;
}

const NO_LISTS: GatewayLists = {
  tools: { list: async () => [], listed: async () => [] },
  resources: { list: () => [], templates: () => [] },
  prompts: { list: () => [] },
};

export function createLazyGateway(options: LazyGatewayOptions): LazyGateway {
  const gateway = new OpenedOnDemand(options);
  return {
    get capabilities() {
      const extensions = options.extensions();
      return { ...CAPABILITIES, ...(extensions && { extensions }) };
    },
    isConfigured: options.isConfigured,
    instructions: options.instructions,
    greet: (client) => gateway.greet(client),
    tools: (view, signal) => gateway.tools(view, signal),
    lists: (list, signal) => gateway.lists(list, signal),
    start: () => gateway.start(),
    connected: () => gateway.connected(),
    notified: (method, params) => gateway.notified(method, params),
    close: () => gateway.close(),
  };
}

class OpenedOnDemand {
  readonly #options: LazyGatewayOptions;
  #client: ReachingClient | undefined;
  #opening: Promise<Gateway> | undefined;
  #cancelStart = (): void => {};
  /** Tools that the client was shown before the gateway was opened. */
  #shown: readonly ShownTool[] | undefined;

  constructor(options: LazyGatewayOptions) {
    this.#options = options;
  }

  greet(client: ReachingClient): void {
    const { timers, isConfigured } = this.#options;
    this.#client = client;
    this.#cancelStart = timers.after(isConfigured() ? LATEST_START_MS : WATCH_MS, () => void this.#startInBackground());
  }

  async tools(shown: ClientView, signal: AbortSignal): Promise<readonly JsonObject[]> {
    const { defersTools: defers = async () => false } = this.#client ?? {};
    if (this.#opening === undefined && this.#options.isConfigured()) this.#shown ??= await this.#lastShown(defers);
    const view = { ...shown, defers };
    if (this.#opening === undefined && this.#shown !== undefined) return showTools(this.#shown, view);
    return (await this.lists('tools', signal)).tools.list(view);
  }

  async lists(list: ListName, signal: AbortSignal): Promise<GatewayLists> {
    if (this.#opening === undefined && !this.#options.isConfigured()) return NO_LISTS;
    const gateway = await this.#opened();
    if (this.#client !== undefined && gateway.newServers.any()) {
      await this.connected();
      await gateway.newServers.listed(list, signal);
    }
    return gateway;
  }

  start(): void {
    if (this.#opening !== undefined || this.#options.isConfigured()) void this.#startInBackground();
  }

  async connected(): Promise<Gateway> {
    this.#cancelStart();
    const gateway = await this.#opened();
    if (this.#client !== undefined) await this.#begin(gateway, this.#client);
    return gateway;
  }

  notified(method: string, params: unknown): void {
    void this.#opening?.then(
      (gateway) => gateway.notified(method, params),
      () => {},
    );
  }

  async close(): Promise<void> {
    this.#cancelStart();
    await (await this.#opening?.catch(() => undefined))?.close();
  }

  #opened(): Promise<Gateway> {
    if (this.#opening === undefined) {
      this.#opening = this.#options.open();
      this.#opening.catch(this.#options.onFault);
    }
    return this.#opening;
  }

  async #begin(gateway: Gateway, client: ReachingClient): Promise<void> {
    const before = this.#shown;
    this.#shown = undefined;
    if (before !== undefined && JSON.stringify(await gateway.tools.listed()) !== JSON.stringify(before)) {
      client.session.notify('notifications/tools/list_changed');
    }
    await gateway.start(client);
  }

  async #startInBackground(): Promise<void> {
    try {
      await this.connected();
    } catch (error) {
      // Failures to open are reported elsewhere, so report only failures to start.
      const isOpen = await this.#opening?.then(
        () => true,
        () => false,
      );
      if (isOpen) this.#options.onFault(error);
    }
  }

  /** Returns the last offered tools. A remembered search list is no use for a client that defers tools itself. */
  async #lastShown(defers: DefersTools): Promise<readonly ShownTool[] | undefined> {
    const last = this.#options.lastOffered();
    const isShorter = last?.some(({ tool }) => tool['name'] === FIND_TOOL) ?? false;
    return isShorter && !(await isSearched(this.#options.lazy, defers)) ? undefined : last;
  }
}
