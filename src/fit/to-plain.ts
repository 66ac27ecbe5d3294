import type { Json } from '../base/json/json.ts';
import { JsonNumber } from '../base/json/json-number.ts';
import { deepJson } from './deep-json.ts';

/**
 * Max nesting depth of the answer. Deeper values would overflow the stack of some runtimes, so they become a text of
 * JSON.
 */
const DEEPEST = 500;
/**
 * Max containers of a value that may be returned as it is. A larger one may contain the same container again and again.
 */
const MAX_CONTAINERS = 5_000_000;
/**
 * Max repeats of containers that appear in several places, on top of `REPEATS_EACH` per container. `cyclic`: for
 * objects that refer to each other. `tree`: for values without cycles, where JSON would write every repeat.
 */
const MAX_REPEATS = { cyclic: 20_000, tree: 1_000_000 };
const REPEATS_EACH = 8;

/**
 * Converts any value to plain JSON; a plain value is returned itself. Nothing that JSON can express is lost. Cycles
 * become `[circular]`, containers in too many places `[repeated]`, and values that throw when read `[unreadable]`.
 * BigInt, NaN and infinities become text; Date ISO text; Map an object or pairs; Set an array; bytes base64.
 * `undefined` is left out (null in an array). Error keeps name, message, code, cause and own fields, but no stack.
 * `toJSON` is honored.
 */
export function toPlain(value: unknown): Json {
  if (isSafelyPlain(value)) return value as Json;
  return convert(value, { above: [], met: { containers: new Set(), repeats: 0, max: MAX_REPEATS.tree } }) ?? null;
}

function isSafelyPlain(value: unknown): boolean {
  try {
    return isPlain(value, 0, { left: MAX_CONTAINERS });
  } catch {
    return false; // a getter or a proxy throws
  }
}

function isPlain(value: unknown, depth: number, containers: { left: number }): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return value - value === 0;
  if (value instanceof JsonNumber) return true;
  if (typeof value !== 'object' || depth > DEEPEST || --containers.left < 0) return false;
  if (Array.isArray(value)) {
    // Iterates by index, so that holes in the array are seen.
    for (let i = 0; i < value.length; i++) if (!isPlain(value[i], depth + 1, containers)) return false;
    return typeof (value as { toJSON?: unknown }).toJSON !== 'function';
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const key in value) if (!isPlain((value as Record<string, unknown>)[key], depth + 1, containers)) return false;
  return true;
}

/** Containers around a value, and those met before it. */
interface Place {
  readonly above: readonly object[];
  readonly met: { readonly containers: Set<object>; repeats: number; max: number };
}

function convert(value: unknown, place: Place): Json | undefined {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return value - value === 0 ? value : String(value);
  if (typeof value === 'bigint') return String(value);
  if (value instanceof JsonNumber) return value;
  if (typeof value !== 'object') return undefined;
  const { above, met } = place;
  if (above.includes(value)) {
    met.max = MAX_REPEATS.cyclic;
    return '[circular]';
  }
  if (met.containers.has(value) && ++met.repeats > met.max + met.containers.size * REPEATS_EACH) return '[repeated]';
  met.containers.add(value);
  try {
    if (above.length >= DEEPEST) return deepJson(value);
    return convertObject(value, { above: [...above, value], met });
  } catch {
    return '[unreadable]';
  }
}

function convertObject(value: object, place: Place): Json | undefined {
  if (value instanceof ArrayBuffer) return bytes(new Uint8Array(value));
  if (ArrayBuffer.isView(value)) return bytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  if (Array.isArray(value)) return Array.from(value, (one) => convert(one, place) ?? null);
  if (value instanceof Set) return Array.from(value, (one) => convert(one, place) ?? null);
  if (value instanceof Map) return map(value, place);
  if (value instanceof Error) return error(value, place);
  if (value instanceof RegExp) return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') return convert(toJSON.call(value, ''), place);
  if (value instanceof String || value instanceof Number || value instanceof Boolean)
    return convert(value.valueOf(), place);
  return fields(value, Object.keys(value), place);
}

function fields(value: object, keys: readonly string[], place: Place): Json {
  const entries = keys.flatMap((key): [string, Json][] => {
    const plain = convert(read(value, key), place);
    return plain === undefined ? [] : [[key, plain]];
  });
  return Object.fromEntries(entries);
}

function read(value: object, key: string): unknown {
  try {
    return (value as Record<string, unknown>)[key];
  } catch {
    return '[unreadable]';
  }
}

function map(value: Map<unknown, unknown>, place: Place): Json {
  const entries = [...value].map(([key, one]): [unknown, Json] => [key, convert(one, place) ?? null]);
  return entries.every(([key]) => typeof key === 'string')
    ? Object.fromEntries(entries as [string, Json][])
    : entries.map(([key, one]) => [convert(key, place) ?? null, one]);
}

function error(value: Error, place: Place): Json {
  const keys = Object.keys(value).filter((key) => key !== 'stack');
  return {
    name: String(value.name),
    message: String(value.message),
    ...('cause' in value && { cause: convert(value.cause, place) ?? null }),
    ...(fields(value, keys, place) as object),
  };
}

function bytes(data: Uint8Array): Json {
  const parts: string[] = [];
  // A multiple of three, so that concatenated base64 parts need no padding.
  for (let at = 0; at < data.length; at += 24_576) {
    parts.push(btoa(String.fromCharCode(...data.subarray(at, at + 24_576))));
  }
  return { bytes: data.length, base64: parts.join('') };
}
