import { isDeepStrictEqual } from 'node:util';
import { readJson } from '../../../src/json/read-json.ts';
import type { JsonObject } from '../connection/server-connection.ts';

/** Whether a text is the JSON of a value, however it is written. */
export function isJsonOf(text: string, value: JsonObject): boolean {
  if (!/^\s*\{/.test(text)) return false;
  try {
    return isDeepStrictEqual(readJson(text), value);
  } catch {
    return false;
  }
}
