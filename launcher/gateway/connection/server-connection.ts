import type { LoadedServer } from '../config/server-config.ts';
import type { MCPConfigError, MCPConnectionError } from '../errors.ts';

export type ConnectionState = 'disconnected' | 'connecting' | 'connected' | 'reconnecting' | 'failed' | 'disabled';

/** JSON as it came over the wire; nothing of it is dropped or checked beyond what a reader needs. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What a server said of itself in its answer to `initialize`. */
export interface ServerFacts {
  readonly protocolVersion: string | undefined;
  readonly capabilities: JsonObject;
  readonly serverInfo: JsonObject;
  readonly instructions: string | undefined;
}

/** What a server lists; a list that it does not offer is empty. Entries as they came. */
export interface ServerLists {
  readonly tools: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
}

export interface RequestOptions {
  readonly signal: AbortSignal;
  /**
   * Whether it may be sent a second time where the connection broke after the first: reads, and tools that say so
   * (`readOnlyHint`, `idempotentHint`).
   */
  readonly repeatable: boolean;
  /** Gets the params of each `notifications/progress` but its token. */
  readonly onProgress?: ((progress: JsonObject) => void) | undefined;
  /** Progress goes on behind the answer, until this is aborted or the connection lost. Default: until the answer. */
  readonly progressUntil?: AbortSignal | undefined;
  /** Milliseconds without progress, in place of the configuration's. */
  readonly timeoutMs?: number | undefined;
  /** The answer may take as long as it takes: it waits for something that the server tells of by itself. */
  readonly patient?: boolean | undefined;
}

/** One server of the configuration, whatever has become of it. */
export interface ServerConnection {
  readonly name: string;
  readonly state: ConnectionState;
  /** Why it is `failed`, or what last broke; undefined once it is connected. */
  readonly fault: MCPConnectionError | MCPConfigError | undefined;
  /** Undefined before it first connected. */
  readonly facts: ServerFacts | undefined;
  /** Begins to connect; what comes of it shows in `state`. */
  start(): void;
  /**
   * Sends a request and resolves to its result as it came. Connects first where there is no connection (but not within
   * the wait after a failure that no retry mends: 401, 403, configuration), and once more where it was lost. Rejects
   * with an `RpcError` (the server's own error answer, verbatim), `MCPConnectionError`, `MCPToolError` (`timeout`),
   * `MCPConfigError`, or the signal's reason.
   */
  request(method: string, params: JsonObject | undefined, options: RequestOptions): Promise<JsonObject>;
  /** A user has signed in to it: connects at once where that was what it lacked, and else lists anew what it has. */
  signedIn(): void;
  /** Takes over what a new configuration says of times; what is under way keeps its own. */
  configure(server: LoadedServer): void;
  /** Sends a notification where it is connected; else does nothing. */
  notify(method: string, params?: JsonObject): void;
  /**
   * Ends the connection and all that its process started; no event follows. `toFault`: what calls are told that wait;
   * by default that the server is switched off.
   */
  close(toFault?: (server: string, sent?: boolean) => MCPConnectionError): Promise<void>;
}

/** What a server may ask of the client that sits at the other side, and tell it. */
export interface ClientPort {
  /**
   * All that servers are offered: `sampling`, `elicitation` and `roots` of the client's own capabilities, verbatim, and
   * empty `tasks` where it has tasks.
   */
  readonly capabilities: JsonObject;
  /** Hands a server's request on; resolves to the client's result. Rejects with an `RpcError`. */
  request(server: string, method: string, params: unknown, signal: AbortSignal, key?: string): Promise<JsonObject>;
  /** A notification that belongs to no request of ours and to no list: log messages, updated resources. */
  notified(server: string, method: string, params: JsonObject): void;
}

/** For whoever looks after what is known of the servers. */
export interface ConnectionListener {
  /** A connection's state has changed. */
  onState(connection: ServerConnection): void;
  /** Lists were fetched anew, whole: at each connect, and as the server says that they changed. */
  onLists(connection: ServerConnection, lists: Partial<ServerLists>): void;
  /** A list could not be fetched; the last good one still holds. */
  onListFailed?(connection: ServerConnection, list: keyof ServerLists): void;
}
