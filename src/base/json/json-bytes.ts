import { writeJson } from './json-number.ts';
import { minBytes } from './min-bytes.ts';
import { utf8Bytes } from './utf8-bytes.ts';

/**
 * UTF-8 bytes of a value as JSON. For a value that takes more than `max`, returns some number above `max`, because
 * counting a megabyte takes as long as reading it.
 */
export function jsonBytes(value: unknown, max: number = Number.POSITIVE_INFINITY): number {
  const min = minBytes(value, max);
  return min > max ? min : utf8Bytes(writeJson(value) ?? '');
}
