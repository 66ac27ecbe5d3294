import type { JsonObject } from '../../../../src/base/json/json-object.ts';
import type { MCPConnectionError } from '../../config/server-errors.ts';

/** Extra headers of a message over HTTP, besides the standard ones. */
export type SentHeaders = Readonly<Record<string, string>> | undefined;

/**
 * Transport to one server. `start` and `send` reject with an `MCPConnectionError`, whose `sent` tells whether the
 * server may have acted on the message. `close` never rejects, and resolves when no process that was started still
 * runs.
 */
export interface UpstreamTransport {
  readonly kind: 'stdio' | 'http' | 'sse';
  /** Reason why it ended by itself, as part of a message without secrets: `exited with code 1, stderr: ...`. */
  readonly ending: string | undefined;
  /** End of its process's stderr, without secrets; empty if there is no process or no output. */
  readonly stderr: string;
  start(): Promise<void>;
  /**
   * Resolves to true if the server supports only versions without `initialize`. `meta` is the `_meta` of the request.
   * Absent if a transport cannot find out.
   */
  isSessionless?: ((meta: JsonObject) => Promise<boolean>) | undefined;
  send(message: object, headers?: SentHeaders): Promise<void>;
  close(): Promise<void>;
  /** Sets the protocol version to use from now on. */
  setProtocolVersion?: ((version: string) => void) | undefined;
  onmessage?: ((message: object) => void) | undefined;
  /** Called when the transport has ended. */
  onclose?: (() => void) | undefined;
  /**
   * Called when a request can no longer be answered while others still can. `unknown` means that the request cannot be
   * identified.
   */
  onlost?: ((id: number | 'unknown', error: MCPConnectionError) => void) | undefined;
}
