import type { CallContext } from '../../../src/mcp/calls/call-context.ts';
import type { ClientSession } from '../../../src/mcp/calls/client-session.ts';
import type { ClientView } from '../../../src/mcp/tool.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Resolves to true if a client shows its model no tool definition until the model asks for one. */
export type DefersTools = () => Promise<boolean>;

/** Client on whose behalf other servers are called. */
export interface ReachingClient {
  readonly session: ClientSession;
  /** Capabilities that the client declared. */
  readonly capabilities: Fields;
  readonly defersTools: DefersTools;
}

/** Kinds of things that a server lists. */
export type ListedKind = 'tools' | 'prompts' | 'resources' | 'resourceTemplates';

/** Lists that need no connection. */
export interface OtherLists {
  readonly resources: { list(): readonly object[]; templates(): readonly object[] };
  readonly prompts: { list(): readonly object[] };
}

/**
 * Other servers, while their connections are being opened. Every method rejects with an `RpcError`, or with the
 * signal's reason.
 */
export interface ReachedServers {
  readonly tools: {
    /** Returns the result; undefined if no server has that tool. */
    call(name: unknown, params: unknown, context: CallContext, structured: boolean): Promise<object | undefined>;
    /** Returns the tools that an unknown name may mean. */
    near(name: string): readonly { readonly name: string }[];
  };
  readonly resources: OtherLists['resources'] &
    Readonly<Record<'read' | 'subscribe' | 'unsubscribe', (params: Fields, signal: AbortSignal) => Promise<object>>>;
  readonly prompts: OtherLists['prompts'] & { get(params: Fields, signal: AbortSignal): Promise<object> };
  complete(params: Fields, signal: AbortSignal): Promise<object>;
  setLogLevel(params: Fields): void;
  /** Forwards a method of an extension; undefined if no server is known to have it. */
  extended(method: string, params: unknown, signal: AbortSignal): Promise<object | undefined>;
}

/** Access to other MCP servers. Their code is loaded only when it is needed. */
export interface OtherServers {
  /** Capabilities that clients are offered because of other servers. */
  readonly capabilities: Readonly<Record<string, object>>;
  /** True if there is a configuration of servers. */
  isConfigured(): boolean;
  /** Returns instructions about them for a client's model; undefined if there are none. */
  instructions(defers: DefersTools): Promise<string | undefined>;
  /** Sets the client to serve. */
  greet(client: ReachingClient): void;
  /**
   * Returns the servers' tools, whether they are connected or not. The first list has the tools that they offered last
   * time. Rejects with the signal's reason.
   */
  tools(view: ClientView, signal: AbortSignal): Promise<readonly object[]>;
  /**
   * Returns the servers' lists as far as known, whether they are connected or not. For servers that were never listed
   * before, waits for the given list up to 1.5 s after the start. Rejects with the signal's reason.
   */
  lists(list: ListedKind, signal: AbortSignal): Promise<OtherLists>;
  /** Starts connecting to them, if there are any. */
  start(): void;
  connected(): Promise<ReachedServers>;
}
