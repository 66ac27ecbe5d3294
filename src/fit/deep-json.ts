import { JsonNumber } from '../base/json/json-number.ts';

/** A container that is being written. */
interface Open {
  readonly container: object;
  /** Keys of an object, or undefined for an array. */
  readonly keys: readonly string[] | undefined;
  readonly items: readonly unknown[];
  at: number;
}

/** Max containers written. A larger value repeats a few containers very often, or has a `toJSON` that never ends. */
const MAX_CONTAINERS = 400_000;

/**
 * Writes a value of any depth as JSON, without recursion, which would overflow the stack. A container inside itself
 * becomes `"[circular]"`. After 400,000 containers, each further one becomes `"[repeated]"`.
 */
export function deepJson(value: unknown): string {
  const parts: string[] = [];
  const above = new Set<object>();
  const open: Open[] = [];
  let containers = 0;
  const write = (one: unknown): void => {
    const value = one instanceof JsonNumber ? one : replaced(one);
    if (value instanceof JsonNumber) parts.push(value.source);
    else if (typeof value !== 'object' || value === null) {
      parts.push((typeof value === 'bigint' ? `"${value}"` : JSON.stringify(value)) ?? 'null');
    } else if (above.has(value)) parts.push('"[circular]"');
    else if (++containers > MAX_CONTAINERS) parts.push('"[repeated]"');
    else {
      above.add(value);
      const entries = Array.isArray(value) ? undefined : Object.entries(value).filter(([, one]) => isJson(one));
      const keys = entries?.map(([key]) => key);
      const items = entries?.map(([, one]) => one) ?? (value as unknown[]);
      open.push({ container: value, keys, items, at: 0 });
      parts.push(keys === undefined ? '[' : '{');
    }
  };
  write(value);
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    if (last.at === last.items.length) {
      parts.push(last.keys === undefined ? ']' : '}');
      above.delete(last.container);
      open.pop();
      continue;
    }
    if (last.at > 0) parts.push(',');
    if (last.keys !== undefined) parts.push(`${JSON.stringify(last.keys[last.at])}:`);
    write(last.items[last.at++]);
  }
  return parts.join('');
}

/** False for a value that JSON leaves out of an object. */
const isJson = (value: unknown): boolean => !['undefined', 'function', 'symbol'].includes(typeof value);

function replaced(value: unknown): unknown {
  if (value instanceof Map || value instanceof Set) return [...value];
  const { toJSON } = Object(value) as { toJSON?: unknown };
  return typeof toJSON === 'function' && typeof value === 'object' ? toJSON.call(value, '') : value;
}
