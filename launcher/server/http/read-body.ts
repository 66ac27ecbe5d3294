import type { IncomingMessage } from 'node:http';

/** Max bytes of a message, or of a batch. */
export const MAX_BODY_BYTES: number = 4 * 1024 * 1024;

/**
 * Reads the body; undefined if it is too long. A long body is read to the end too, because many clients read the answer
 * only after sending all of it.
 */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes <= MAX_BODY_BYTES) parts.push(part);
    else parts = [];
  }
  return bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(parts).toString('utf8');
}
