import type { Json } from '../../base/json/json.ts';
import type { Arguments } from '../../transcripts/session-event.ts';

/** Max UTF-16 units read of a string: a longer command or patch is mostly data. */
const CHARS = 16_384;
/** Max depth at which strings are found. */
const DEPTH = 4;

/** Reduces a call's arguments to what a session remembers. Longer or deeper parts are dropped, not refused. */
export function toArguments(args: Readonly<Record<string, unknown>> = {}): Arguments {
  return toFields(args, DEPTH);
}

function toFields(fields: object, depth: number): { readonly [name: string]: Json } {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toJson(value, depth)]));
}

function toJson(value: unknown, depth: number): Json {
  if (typeof value === 'string') return value.slice(0, CHARS);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null || depth === 0) return null;
  return Array.isArray(value) ? value.map((one) => toJson(one, depth - 1)) : toFields(value, depth - 1);
}
