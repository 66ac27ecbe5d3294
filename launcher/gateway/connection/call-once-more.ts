import { MCPConnectionError } from '../errors.ts';

/** Whether a request that failed may be sent on a new connection: the old one broke, and the server did not act on it, or may twice. */
export function mayCallOnceMore(error: unknown, repeatable: boolean): boolean {
  if (!(error instanceof MCPConnectionError)) return false;
  const broke = error.code === 'closed' || error.code === 'unreachable';
  return broke && (!error.sent || repeatable);
}

/** Sends on a connection, and once more on another where `mayCallOnceMore`. A connection that cannot be had is not asked for twice. */
export async function callOnceMore<Session, Result>(
  connect: () => Promise<Session>,
  send: (session: Session) => Promise<Result>,
  repeatable: boolean,
): Promise<Result> {
  const first = await connect();
  try {
    return await send(first);
  } catch (error) {
    if (!mayCallOnceMore(error, repeatable)) throw error;
  }
  return send(await connect());
}
