import { readJson } from '../../src/json/read-json.ts';

/** Reads a value that may be told as JSON; undefined for a text that is none. Numbers keep the characters that they have. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return readJson(value);
  } catch {
    return undefined;
  }
}
