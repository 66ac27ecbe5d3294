import { type RequestFailure, requestFailure } from './request-failure.ts';

/**
 * Returns a 413 if a list is too long, otherwise undefined. Checked before validation, which visits every entry and
 * records every fault. `entries` is the word for them in the message.
 */
export function overLimit(
  body: object,
  field: string,
  max: number,
  entries: string = field,
): RequestFailure | undefined {
  const list = (body as Readonly<Record<string, unknown>>)[field];
  if (!Array.isArray(list) || list.length <= max) return undefined;
  return requestFailure('too_large', `too many ${entries}: expected at most ${max}, got ${list.length}`);
}
