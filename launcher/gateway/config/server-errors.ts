/** Reasons why a connection to a server cannot be used. */
export type ConnectionFault =
  /** The command could not be started. */
  | 'spawn_failed'
  /** The URL does not answer. */
  | 'unreachable'
  /** It answered with an HTTP status that MCP does not define. */
  | 'http_error'
  /** 401 or 403. Not retried until the user has signed in or changed the configuration. */
  | 'unauthorized'
  /** Its answer to `initialize` is not MCP, or has an unknown version. */
  | 'handshake_failed'
  | 'timeout'
  /** An answer exceeds the maximum size. */
  | 'too_large'
  /** An answer is no JSON-RPC. */
  | 'unreadable'
  /** The connection was open and is closed now. */
  | 'closed'
  /** The server was disabled or removed while a call was pending. */
  | 'disabled';

interface MCPErrorOptions {
  /** The server's name in the configuration. */
  readonly server: string;
  readonly cause?: unknown;
}

/** A server cannot be reached. The message says what was attempted and never contains a secret. */
export class MCPConnectionError extends Error {
  override readonly name = 'MCPConnectionError';
  readonly code: ConnectionFault;
  readonly server: string;
  /** True if the failed request was handed to the transport, so that the server may have acted on it. */
  readonly sent: boolean;

  constructor(code: ConnectionFault, message: string, options: MCPErrorOptions & { readonly sent?: boolean }) {
    super(message, { cause: options.cause });
    this.code = code;
    this.server = options.server;
    this.sent = options.sent ?? false;
  }
}

/** A connected server failed to do what it was asked. */
export class MCPToolError extends Error {
  override readonly name = 'MCPToolError';
  readonly code: 'timeout' | 'invalid_result' | 'blocked' | 'unknown';
  readonly server: string;

  constructor(code: MCPToolError['code'], message: string, { server, cause }: MCPErrorOptions) {
    super(message, { cause });
    this.code = code;
    this.server = server;
  }
}

/** A server's configuration is unusable. Other servers are not affected. The message names variables, never values. */
export class MCPConfigError extends Error {
  override readonly name = 'MCPConfigError';
  readonly code: 'invalid' | 'missing_variable';
  readonly server: string;

  constructor(code: MCPConfigError['code'], message: string, { server, cause }: MCPErrorOptions) {
    super(message, { cause });
    this.code = code;
    this.server = server;
  }
}
