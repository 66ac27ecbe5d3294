import type { Value } from './read-values.ts';

const FIELD = /"((?:[^"\\]|\\.){1,60})"\s*:\s*"?(-?\d+(?:\.\d+)?)(?=["\s,}\]]|$)/g;
const KEY = /"((?:[^"\\]|\\.){1,60})"\s*:/g;

/** Reads the numbers of an item of JSON, by their keys. */
export function readFields(item: string): readonly Value[] {
  return Array.from(item.matchAll(FIELD), ([, column = '', number]) => ({ column, value: Number(number) }));
}

/** Returns the keys of an item of JSON, each once. */
export function keysOf(item: string): readonly string[] {
  return [...new Set(Array.from(item.matchAll(KEY), ([, key = '']) => key))];
}

/** True for the text of an item: an object or a list that is closed. */
export function isItem(record: string): boolean {
  return /^\s*(?:"[^"]*"\s*:\s*)?[{[]/.test(record) && /[}\]],?\s*$/.test(record);
}
