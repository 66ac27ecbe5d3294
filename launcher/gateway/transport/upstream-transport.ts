import type { MCPConnectionError } from '../errors.ts';

/** What a message over HTTP says in its headers too. */
export type SentHeaders = Readonly<Record<string, string>> | undefined;

/**
 * The way to one server. `start` and `send` reject with an `MCPConnectionError`, whose `sent` says whether the server may
 * have acted on the message. `close` never rejects, and resolves when nothing that was started runs any more.
 */
export interface UpstreamTransport {
  readonly kind: 'stdio' | 'http' | 'sse';
  /** Why it ended by itself, for a message: `exited with code 1, stderr: …`. Without secrets. */
  readonly ending: string | undefined;
  /** What its process printed last on stderr, without secrets; empty where there is no process or it printed nothing. */
  readonly stderr: string;
  start(): Promise<void>;
  send(message: object, headers?: SentHeaders): Promise<void>;
  close(): Promise<void>;
  /** The version that is spoken from here on. */
  setProtocolVersion?: ((version: string) => void) | undefined;
  onmessage?: ((message: object) => void) | undefined;
  /** It has ended. */
  onclose?: (() => void) | undefined;
  /** Told when no answer to one request can come any more, while others still may. `unknown`: to which is not known. */
  onlost?: ((id: number | 'unknown', error: MCPConnectionError) => void) | undefined;
}
