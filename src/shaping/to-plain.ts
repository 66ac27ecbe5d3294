/** What JSON can write as it is. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Containers inside one another that are followed; deeper ones would overflow the stack of some runtime. */
const DEEPEST = 500;

/**
 * Any value as plain JSON; one that is plain is given back itself. Nothing is lost on the way where JSON has a way to
 * say it: cycles (`[circular]`), BigInt, NaN and infinities (text), `undefined` (left out, null in an array), Date
 * (ISO), Map (object, or pairs), Set (array), bytes (base64), Error (name, message, code, cause, own fields; no stack),
 * and whatever `toJSON` gives. What throws when read becomes `[unreadable]`.
 */
export function toPlain(value: unknown): Json {
  return isSafelyPlain(value) ? (value as Json) : (convert(value, []) ?? null);
}

function isSafelyPlain(value: unknown): boolean {
  try {
    return isPlain(value, 0);
  } catch {
    return false; // a getter or a proxy throws
  }
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return value - value === 0;
  if (typeof value !== 'object' || depth > DEEPEST) return false;
  if (Array.isArray(value)) {
    // Read by index, so that holes are seen.
    for (let i = 0; i < value.length; i++) if (!isPlain(value[i], depth + 1)) return false;
    return typeof (value as { toJSON?: unknown }).toJSON !== 'function';
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const key in value) if (!isPlain((value as Record<string, unknown>)[key], depth + 1)) return false;
  return true;
}

function convert(value: unknown, above: readonly object[]): Json | undefined {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return value - value === 0 ? value : String(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object') return undefined;
  if (above.includes(value)) return '[circular]';
  if (above.length >= DEEPEST) return '[deeper than 500 levels]';
  try {
    return convertObject(value, [...above, value]);
  } catch {
    return '[unreadable]';
  }
}

function convertObject(value: object, above: readonly object[]): Json | undefined {
  if (value instanceof ArrayBuffer) return bytes(new Uint8Array(value));
  if (ArrayBuffer.isView(value)) return bytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  if (Array.isArray(value)) return Array.from(value, (one) => convert(one, above) ?? null);
  if (value instanceof Set) return Array.from(value, (one) => convert(one, above) ?? null);
  if (value instanceof Map) return map(value, above);
  if (value instanceof Error) return error(value, above);
  if (value instanceof RegExp) return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') return convert(toJSON.call(value, ''), above);
  if (value instanceof String || value instanceof Number || value instanceof Boolean)
    return convert(value.valueOf(), above);
  return fields(value, Object.keys(value), above);
}

function fields(value: object, keys: readonly string[], above: readonly object[]): Json {
  const entries = keys.flatMap((key): [string, Json][] => {
    const plain = convert(read(value, key), above);
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

function map(value: Map<unknown, unknown>, above: readonly object[]): Json {
  const entries = [...value].map(([key, one]): [unknown, Json] => [key, convert(one, above) ?? null]);
  return entries.every(([key]) => typeof key === 'string')
    ? Object.fromEntries(entries as [string, Json][])
    : entries.map(([key, one]) => [convert(key, above) ?? null, one]);
}

function error(value: Error, above: readonly object[]): Json {
  const keys = Object.keys(value).filter((key) => key !== 'stack');
  return {
    name: String(value.name),
    message: String(value.message),
    ...('cause' in value && { cause: convert(value.cause, above) ?? null }),
    ...(fields(value, keys, above) as object),
  };
}

function bytes(data: Uint8Array): Json {
  const parts: string[] = [];
  // A multiple of three, so that the parts' base64 stands side by side without padding.
  for (let at = 0; at < data.length; at += 24_576) {
    parts.push(btoa(String.fromCharCode(...data.subarray(at, at + 24_576))));
  }
  return { bytes: data.length, base64: parts.join('') };
}
