import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../connection/server-connection.ts';

/** Values looked for one by one; of more, only a text that is their JSON has them all. */
const MOST_VALUES = 50;
/** UTF-16 units that they are looked for in, likewise. */
const MOST_SEARCHED = 10_000_000;

/** Whether texts say what the structured content says: one of them is its JSON, or each of its values stands in one. */
export function covers(texts: readonly string[], structured: JsonObject): boolean {
  const values = valuesOf(structured);
  const searched = values.length * texts.reduce((sum, text) => sum + text.length, 0);
  if (
    values.length <= MOST_VALUES &&
    searched <= MOST_SEARCHED &&
    values.every((value) => texts.some((text) => text.includes(value)))
  )
    return true;
  return texts.some((text) => /^\s*\{/.test(text) && isDeepStrictEqual(parse(text), structured));
}

function valuesOf(value: unknown, found: string[] = []): string[] {
  if (found.length > MOST_VALUES) return found;
  if (typeof value !== 'object' || value === null) found.push(String(value));
  else for (const one of Object.values(value)) valuesOf(one, found);
  return found;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
