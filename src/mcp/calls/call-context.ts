import type { RequestId } from '../json-rpc.ts';
import type { ClientSession } from './client-session.ts';

/** The connection's side of one request, passed to its handler. */
export interface CallContext {
  /** Request id, chosen by the client. */
  readonly id: RequestId;
  /** Aborted by `notifications/cancelled` and by shutdown. */
  readonly signal: AbortSignal;
  /** Aborted when no more requests can come, so that requests which only listen end. */
  readonly closing: AbortSignal;
  /** Client that sent the request. */
  readonly session: ClientSession;
  /** Sends a notification that belongs to this request. */
  readonly notify: (method: string, params: object) => void;
  /**
   * Registers a callback for when the answer was written (`undefined`) or could not be (the error). `bytes` is the size
   * of its line.
   */
  readonly onWritten: (done: (error: Error | undefined, bytes: number) => void) => void;
}
