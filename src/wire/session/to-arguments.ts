import type { Json } from '../../json/json.ts';
import type { Arguments } from '../../sessions/session-event.ts';

/** UTF-16 units of a string that are read: a command or patch that is longer mostly holds data. */
const CHARS = 16_384;
/** How deep strings are looked for. */
const DEPTH = 4;

/** A call's arguments as far as a session remembers them. What is longer or deeper is left out, not refused. */
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
