import type { CallContext } from './call-context.ts';
import type { ClientSession } from './client-session.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Resolves to true if a client shows its model no tool definition until the model asks for one. */
export type DefersTools = () => Promise<boolean>;

/** Client on whose behalf other servers are called. */
export interface ReachingClient {
  readonly session: ClientSession;
  /** Capabilities that it declared. */
  readonly capabilities: Fields;
  /** True if it supports tasks. */
  readonly tasks: boolean;
  readonly defersTools: DefersTools;
}

/** Lists that need no connection. */
export interface OtherLists {
  readonly resources: { list(): readonly object[]; templates(): readonly object[] };
  readonly prompts: { list(): readonly object[] };
}

/** Other servers once they are being connected to. Every method rejects with an `RpcError`, or with the signal's reason. */
export interface ReachedServers {
  readonly tools: {
    /** Its result, or the task that it was asked for as; undefined where no server has that tool. */
    call(name: unknown, params: unknown, context: CallContext, structured: boolean): Promise<object | undefined>;
  };
  readonly resources: OtherLists['resources'] &
    Readonly<Record<'read' | 'subscribe' | 'unsubscribe', (params: Fields, signal: AbortSignal) => Promise<object>>>;
  readonly prompts: OtherLists['prompts'] & { get(params: Fields, signal: AbortSignal): Promise<object> };
  /** Undefined where the client has none. */
  readonly tasks:
    | {
        ask(method: string, params: Fields, signal: AbortSignal): Promise<object>;
        result(params: Fields, context: CallContext, structured: boolean): Promise<object>;
        list(params: Fields, signal: AbortSignal): Promise<object>;
      }
    | undefined;
  complete(params: Fields, signal: AbortSignal): Promise<object>;
  setLogLevel(params: Fields): void;
}

/** Other MCP servers as this one needs them: nothing of what reaches them is loaded before it has to be. */
export interface OtherServers {
  /** What a client is offered through them. */
  readonly capabilities: Readonly<Record<string, object>>;
  /** What a client's model is told of them; undefined where there are none. */
  instructions(defers: DefersTools): Promise<string | undefined>;
  /** Who is served. */
  greet(client: ReachingClient): void;
  /** Their tools, whether they are connected or not; of the first list as they were offered last. */
  tools(structured: boolean): Promise<readonly object[]>;
  /** What is known of them, whether they are connected or not. */
  lists(): Promise<OtherLists>;
  /** Begins to connect to them, where there are any. */
  start(): void;
  connected(): Promise<ReachedServers>;
}
