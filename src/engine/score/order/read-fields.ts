import type { RowValue } from './read-values.ts';

const FIELD = /"((?:[^"\\]|\\.){1,60})"\s*:\s*"?(-?\d+(?:\.\d+)?)(?=["\s,}\]]|$)/g;
const KEY = /"((?:[^"\\]|\\.){1,60})"\s*:/g;

/** Reads the numbers of a JSON item, by key. */
export function readFields(item: string): readonly RowValue[] {
  return Array.from(item.matchAll(FIELD), ([, column = '', number]) => ({ column, value: Number(number) }));
}

/** Returns the distinct keys of a JSON item. */
export function keysOf(item: string): readonly string[] {
  return [...new Set(Array.from(item.matchAll(KEY), ([, key = '']) => key))];
}

/** True if the text is an item: a closed object or list. */
export function isItem(record: string): boolean {
  return /^\s*(?:"[^"]*"\s*:\s*)?[{[]/.test(record) && /[}\]],?\s*$/.test(record);
}
