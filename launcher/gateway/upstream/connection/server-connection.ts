import type { JsonObject } from '../../../../src/base/json/json-object.ts';
import type { LoadedServer } from '../../config/server-config.ts';
import type { MCPConfigError, MCPConnectionError } from '../../config/server-errors.ts';

export type ConnectionState = 'disconnected' | 'connecting' | 'connected' | 'reconnecting' | 'failed' | 'disabled';

/** Facts about a server from its answer to `initialize`. */
export interface ServerFacts {
  readonly protocolVersion: string | undefined;
  readonly capabilities: JsonObject;
  readonly serverInfo: JsonObject;
  readonly instructions: string | undefined;
}

/** Raw lists of a server. A list that it does not offer is empty. */
export interface ServerLists {
  readonly tools: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
}

export interface RequestOptions {
  readonly signal: AbortSignal;
  /**
   * True if it may be sent again after the connection broke: for reads, and for tools that declare it (`readOnlyHint`,
   * `idempotentHint`).
   */
  readonly repeatable: boolean;
  /** Receives the params of each `notifications/progress`, without the token. */
  readonly onProgress?: ((progress: JsonObject) => void) | undefined;
  /** Max time without progress, in milliseconds. Overrides the configuration. */
  readonly timeoutMs?: number | undefined;
}

/** Connection to one server of the configuration, in whatever state. */
export interface ServerConnection {
  readonly name: string;
  readonly state: ConnectionState;
  /** Reason why it is `failed`, or the last failure; undefined once it is connected. */
  readonly fault: MCPConnectionError | MCPConfigError | undefined;
  /** Undefined before the first connection. */
  readonly facts: ServerFacts | undefined;
  /** True while a server that handles a request leaves a ping unanswered. */
  readonly isSilent: boolean;
  /** Starts connecting. The outcome shows in `state`. */
  start(): void;
  /**
   * Sends a request and resolves to its raw result. Connects first if there is no connection, and once more if it was
   * lost. It does not connect within the wait after a failure that a retry cannot fix (401, 403, configuration).
   * Rejects with an `RpcError` (the server's own error answer, verbatim), `MCPConnectionError`, `MCPToolError`
   * (`timeout`), `MCPConfigError`, or the signal's reason.
   */
  request(method: string, params: JsonObject | undefined, options: RequestOptions): Promise<JsonObject>;
  /**
   * Call when a user has signed in to the server. Connects at once if the sign-in was missing, otherwise fetches its
   * lists again.
   */
  signedIn(): void;
  /** Applies new timeouts. Requests in flight keep their own. */
  configure(server: LoadedServer): void;
  /** Sends a notification if connected; otherwise does nothing. */
  notify(method: string, params?: JsonObject): void;
  /**
   * Closes the connection and ends everything that its process started. No event follows. `toFault` creates the error
   * for pending calls; by default, that the server is disabled. Those that may be repeated go to `next`, if given.
   */
  close(toFault?: (server: string, sent?: boolean) => MCPConnectionError, next?: Successor): Promise<void>;
}

/** Resolves to the connection that takes the place of a closed one, once it may start. */
export type Successor = () => Promise<ServerConnection | undefined>;

/** The client as servers see it: the requests that they may send it, and their notifications. */
export interface ClientPort {
  /**
   * Returns the capabilities offered to servers: the client's own `sampling`, `elicitation` and `roots`, verbatim. A
   * client of MCP 2026-07-28 declares them with each request. `about` is the signal of such a request. The capabilities
   * of the first request apply without `about`, and for requests during which servers may not ask for input.
   */
  capabilities(about?: AbortSignal): JsonObject;
  /**
   * Forwards a server's request to the client. Resolves to its result, or rejects with an `RpcError`. `key` and `about`
   * are those of `ClientSession.request`.
   */
  request(
    server: string,
    method: string,
    params: unknown,
    signal: AbortSignal,
    key?: string,
    about?: AbortSignal,
  ): Promise<JsonObject>;
  /** Handles a notification that belongs to no request of ours and to no list: log messages, updated resources. */
  notified(server: string, method: string, params: JsonObject): void;
}

/** Callbacks for the owner of the server catalog. */
export interface ConnectionListener {
  /** Called when a connection's state has changed. */
  onState(connection: ServerConnection): void;
  /** Called with complete lists, at each connect and whenever the server announces a change. */
  onLists(connection: ServerConnection, lists: Partial<ServerLists>): void;
  /** Called if a list could not be fetched. The last valid one stays. */
  onListFailed?(connection: ServerConnection, list: keyof ServerLists): void;
}
