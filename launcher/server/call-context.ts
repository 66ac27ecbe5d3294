import type { RequestId } from '../../src/mcp/json-rpc.ts';
import type { ClientSession } from './client-session.ts';

/** What the connection hands to a request's handler. */
export interface CallContext {
  /** The request's, as the client chose it. */
  readonly id: RequestId;
  /** Aborted by `notifications/cancelled` and by shutdown. */
  readonly signal: AbortSignal;
  /** Aborted when no more requests come: those that wait for nothing in particular end. */
  readonly closing: AbortSignal;
  /** The client that asks. */
  readonly session: ClientSession;
  /** Sends a notification that belongs to this request. */
  readonly notify: (method: string, params: object) => void;
  /** Calls each back when the answer is written (`undefined`) or could not be (the error), with the bytes of its line. */
  readonly onWritten: (done: (error: Error | undefined, bytes: number) => void) => void;
}
