/** Why no connection to a server could be used. */
export type ConnectionFault =
  /** The command could not be started. */
  | 'spawn_failed'
  /** The address does not answer. */
  | 'unreachable'
  /** It answered with a status that is none of MCP's. */
  | 'http_error'
  /** 401 or 403: nothing is tried again before the user has signed in or changed the configuration. */
  | 'unauthorized'
  /** What it answered to `initialize` is no MCP, or of no version that is known. */
  | 'handshake_failed'
  | 'timeout'
  /** An answer is longer than anything that is read. */
  | 'too_large'
  /** It was there and is gone. */
  | 'closed'
  /** Switched off, or removed, while a call waited. */
  | 'disabled';

interface MCPErrorOptions {
  /** The server, by its name in the configuration. */
  readonly server: string;
  readonly cause?: unknown;
}

/** A server cannot be reached. The message says what was tried and never holds a secret. */
export class MCPConnectionError extends Error {
  override readonly name = 'MCPConnectionError';
  readonly code: ConnectionFault;
  readonly server: string;
  /** Whether the request that failed had been handed to the transport: the server may have acted on it. */
  readonly sent: boolean;

  constructor(code: ConnectionFault, message: string, options: MCPErrorOptions & { readonly sent?: boolean }) {
    super(message, { cause: options.cause });
    this.code = code;
    this.server = options.server;
    this.sent = options.sent ?? false;
  }
}

/** A server that is connected did not do what it was asked. */
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

/** A server's configuration cannot be used: it fails alone. The message names variables, never values. */
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
