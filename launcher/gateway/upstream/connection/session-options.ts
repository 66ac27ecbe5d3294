import type { JsonObject } from '../../../../src/base/json/json-object.ts';
import type { Timers } from '../../../platform/timers.ts';
import type { MCPConnectionError } from '../../config/server-errors.ts';
import type { UpstreamTransport } from '../transport/upstream-transport.ts';
import type { ClientPort } from './server-connection.ts';

export interface SessionOptions {
  readonly server: string;
  readonly transport: UpstreamTransport;
  readonly client: ClientPort;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly timers: Timers;
  /** Removes the configuration's secrets from the server's words. */
  redact(text: string): string;
  /** Version without `initialize` that the server is known to support; undefined to detect it. */
  readonly protocolVersion?: string | undefined;
  /** Max time for the answer to `initialize`, in milliseconds. */
  readonly timeoutMs: number;
  /** Aborted when the session is no longer needed. `openSession` rejects with its reason. */
  readonly signal: AbortSignal;
  onNotification(method: string, params: JsonObject): void;
  onTraffic(): void;
  /** Called once if the session ends by itself, before pending requests are rejected. */
  onLost(error: MCPConnectionError): void;
}
