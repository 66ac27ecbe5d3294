import type { Handle } from './server.ts';

/** The server of one client, and what is reached for it. */
export interface ClientServer {
  readonly handle: Handle;
  /** Gets the client's notifications but the cancelled ones. */
  readonly notified: ((method: string, params: unknown) => void) | undefined;
  /** Ends the servers that run for it. */
  close(): Promise<void>;
}
