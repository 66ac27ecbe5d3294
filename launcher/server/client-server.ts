import type { Handle } from './handle.ts';

/** Server of one client. */
export interface ClientServer {
  readonly handle: Handle;
  /** Receives the client's notifications, except `notifications/cancelled`. */
  readonly notified: ((method: string, params: unknown) => void) | undefined;
  /** Stops the servers that run for this client. */
  close(): Promise<void>;
}
