import { isContainer } from '../../base/json/json.ts';
import { JsonNumber } from '../../base/json/json-number.ts';
import { type JsonPath, writeJsonPath } from '../../base/json/json-path.ts';
import { JsonPathError } from './json-path-error.ts';
import type { PathSegment, Selector } from './parse-json-path.ts';

/** Max values visited, counted once per selector: a path such as `$..*..*` visits far more than a text has. */
const MAX_VALUES = 2_000_000;
/** Max keys that a message names. */
const KEYS_TOLD = 12;
/** Max UTF-16 units of a key in a message. */
const KEY_CHARS = 24;

/** Returns all values that a path selects, in order (RFC 9535, section 2). Throws a `JsonPathError` (`too_large`). */
export function followJsonPath(root: unknown, segments: readonly PathSegment[]): readonly unknown[] {
  let left = MAX_VALUES;
  const count = (): void => {
    if (--left < 0)
      throw new JsonPathError('too_large', `it visits more than ${MAX_VALUES} values; use a narrower path`);
  };
  let values: unknown[] = [root];
  for (const { deep, selectors } of segments) {
    const picked: unknown[] = [];
    for (const value of deep ? withAllBelow(values, count) : values) {
      for (const selector of selectors) {
        // A selector that picks nothing takes time too.
        count();
        for (const child of childrenBy(selector, value)) {
          count();
          picked.push(child);
        }
      }
    }
    values = picked;
  }
  return values;
}

/**
 * Returns the one value that a singular path selects. Throws a `JsonPathError` (`missing`) that says what exists
 * instead.
 */
export function followSingularPath(root: unknown, segments: readonly PathSegment[]): unknown {
  let value = root;
  let above: JsonPath | undefined;
  for (const { selectors } of segments) {
    const selector = selectors[0] as Extract<Selector, { kind: 'name' | 'index' }>;
    const found = childrenBy(selector, value);
    const step = selector.kind === 'name' ? selector.name : selector.index;
    if (found.length === 0) {
      const asked = typeof step === 'number' ? `index ${step}` : `key ${tell(step)}`;
      throw new JsonPathError('missing', `no ${asked}: ${writeJsonPath(above).slice(0, 100)} is ${describe(value)}`);
    }
    value = found[0];
    above = { above, step };
  }
  return value;
}

function* withAllBelow(values: readonly unknown[], count: () => void): Generator<unknown> {
  const todo = [...values].reverse();
  for (let value = todo.pop(); value !== undefined; value = todo.pop()) {
    count();
    yield value;
    const below = childrenBy({ kind: 'all' }, value);
    for (let i = below.length - 1; i >= 0; i--) todo.push(below[i]);
  }
}

function childrenBy(selector: Selector, value: unknown): readonly unknown[] {
  if (!isContainer(value)) return [];
  if (selector.kind === 'all') return Object.values(value);
  if (selector.kind === 'name') {
    return !Array.isArray(value) && Object.hasOwn(value, selector.name)
      ? [(value as Record<string, unknown>)[selector.name]]
      : [];
  }
  if (!Array.isArray(value)) return [];
  if (selector.kind === 'slice') return slice(value, selector);
  const at = selector.index < 0 ? value.length + selector.index : selector.index;
  return at >= 0 && at < value.length ? [value[at]] : [];
}

/** Array slice selector (RFC 9535, section 2.3.4.2.2). */
function slice(values: readonly unknown[], { from, to, step }: Extract<Selector, { kind: 'slice' }>): unknown[] {
  const size = values.length;
  if (step === 0) return [];
  const place = (at: number): number => (at >= 0 ? at : size + at);
  const within = (at: number, min: number, max: number): number => Math.min(Math.max(at, min), max);
  const picked: unknown[] = [];
  if (step > 0) {
    const end = within(place(to ?? size), 0, size);
    for (let i = within(place(from ?? 0), 0, size); i < end; i += step) picked.push(values[i]);
  } else {
    const end = to === undefined ? -1 : within(place(to), -1, size - 1);
    for (let i = within(place(from ?? size - 1), -1, size - 1); i > end; i += step) picked.push(values[i]);
  }
  return picked;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (value instanceof JsonNumber) return 'a number';
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : `a ${typeof value}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return 'an object without keys';
  const told = keys.slice(0, KEYS_TOLD).map(tell).join(', ');
  return `an object with the keys ${told}${keys.length > KEYS_TOLD ? ` and ${keys.length - KEYS_TOLD} more` : ''}`;
}

const tell = (key: string): string => JSON.stringify(key.length > KEY_CHARS ? `${key.slice(0, KEY_CHARS)}…` : key);
