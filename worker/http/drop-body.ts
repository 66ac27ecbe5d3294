import { drainRefused } from './drain-refused.ts';

/** Max bytes read of a refused body, so that its sender gets to read the refusal. */
const MAX = 1024 * 1024;

/**
 * Discards the body of a request refused for other reasons. Resolves to true if the body was read to its end, so that
 * the connection stays usable; never rejects.
 */
export async function dropBody(request: Request): Promise<boolean> {
  return request.body === null || request.bodyUsed || drainRefused(request.body.getReader(), MAX);
}
