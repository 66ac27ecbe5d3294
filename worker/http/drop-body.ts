import { drainRefused } from './drain-refused.ts';

/** Bytes of a refused body that are still taken in, so that its sender gets to read why. */
const MOST = 1024 * 1024;

/**
 * Gives up the body of a request that is refused for another reason than the body. Resolves to whether all of it was
 * taken in, so that the connection can be used on, and never rejects.
 */
export async function dropBody(request: Request): Promise<boolean> {
  return request.body === null || request.bodyUsed || drainRefused(request.body.getReader(), MOST);
}
