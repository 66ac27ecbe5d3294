import { MCPConnectionError } from '../../config/server-errors.ts';
import { asSent } from './session-faults.ts';

/**
 * True if a failed request may be sent again on a new connection: the old one broke, and the server either did not act
 * on it or may do so twice.
 */
export function mayCallOnceMore(error: unknown, repeatable: boolean): boolean {
  if (!(error instanceof MCPConnectionError)) return false;
  const broke = error.code === 'closed' || error.code === 'unreachable';
  return broke && (!error.sent || repeatable);
}

/**
 * Sends on a connection, and once more on a new one if `mayCallOnceMore` allows it. A failed connection attempt is not
 * repeated.
 */
export async function callOnceMore<Session, Result>(
  connect: () => Promise<Session>,
  send: (session: Session) => Promise<Result>,
  repeatable: boolean,
): Promise<Result> {
  const first = await connect();
  let before: unknown;
  try {
    return await send(first);
  } catch (error) {
    if (!mayCallOnceMore(error, repeatable)) throw error;
    before = error;
  }
  return await connect().then(send).catch(afterSent(before));
}

/** Returns a handler that rethrows the error of a repeated request, which has been sent if its first attempt was. */
export const afterSent =
  (before: unknown) =>
  (error: unknown): never => {
    const wasSent = before instanceof MCPConnectionError && before.sent;
    throw wasSent && error instanceof MCPConnectionError && !error.sent ? asSent(error) : error;
  };
