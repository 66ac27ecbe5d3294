import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { MCPConnectionError } from '../errors.ts';

/**
 * The way to one server. `start` and `send` reject with an `MCPConnectionError`, whose `sent` says whether the server may
 * have acted on the message. `close` never rejects, and resolves when nothing that was started runs any more.
 */
export interface UpstreamTransport extends Transport {
  readonly kind: 'stdio' | 'http' | 'sse';
  /** Why it ended by itself, for a message: `exited with code 1, stderr: …`. Without secrets. */
  readonly ending: string | undefined;
  /** What its process printed last on stderr, without secrets; empty where there is no process or it printed nothing. */
  readonly stderr: string;
  /** Told when no answer to one request can come any more, while others still may. `unknown`: to which is not known. */
  onlost?: ((id: number | 'unknown', error: MCPConnectionError) => void) | undefined;
}
