import { isContainer } from '../../../src/json/json.ts';
import type { JsonObject } from '../connection/server-connection.ts';
import { isJsonOf } from './is-json-of.ts';

/** Values looked for one by one; of more, only a text that is their JSON has them all. */
const MAX_VALUES = 50;
/** UTF-16 units that they are looked for in, likewise. */
const MAX_SEARCHED = 10_000_000;
/** UTF-16 units of a text that says something without its key. */
const MIN_TELLING = 4;

/** Whether texts say what the structured content says: one of them is its JSON, or each of its values stands in one. */
export function covers(texts: readonly string[], structured: JsonObject): boolean {
  if (Object.keys(structured).length === 0) return true;
  const values = valuesOf(structured, '');
  const searched = values.length * texts.reduce((sum, text) => sum + text.length, 0);
  if (
    values.length <= MAX_VALUES &&
    searched <= MAX_SEARCHED &&
    values.every((value) => texts.some((text) => says(text, value)))
  )
    return true;
  return texts.some((text) => isJsonOf(text, structured));
}

interface KeyedValue {
  readonly key: string;
  readonly value: unknown;
}

function valuesOf(value: unknown, key: string, found: KeyedValue[] = []): KeyedValue[] {
  if (found.length > MAX_VALUES) return found;
  const inner = isContainer(value) ? Object.entries(value) : [];
  if (inner.length === 0) found.push({ key, value });
  // Items of a list have its key.
  else for (const [name, one] of inner) valuesOf(one, Array.isArray(value) ? key : name, found);
  return found;
}

/** A number, or a word that is in any text, says nothing without its key. */
function says(text: string, { key, value }: KeyedValue): boolean {
  if (typeof value === 'string' && value.length >= MIN_TELLING) return hasWord(text, value);
  if (isContainer(value)) return false;
  return text.toLowerCase().includes(key.toLowerCase()) && hasWord(text, String(value));
}

/** Whether it stands there by itself: `1` is no part of `10`, nor of `v1.1`. */
function hasWord(text: string, word: string): boolean {
  // The search for a megabyte takes as long as to read it.
  if (text.length <= word.length) return text === word;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const before = text.slice(Math.max(0, at - 1), at);
    const after = text.slice(at + word.length, at + word.length + 2);
    if (!(/[\w.]$/.test(before) && /^\w/.test(word)) && !(/^(?:\w|\.\d)/.test(after) && /\w$/.test(word))) return true;
  }
  return false;
}
