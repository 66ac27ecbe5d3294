import { isContainer, type Json } from '../../base/json/json.ts';
import { writeJson } from '../../base/json/json-number.ts';
import type { JsonObject } from '../../base/json/json-object.ts';
import type { AnyToolResult } from './any-tool-result.ts';
import { isJsonOf } from './is-json-of.ts';
import { textSlots } from './text-slots.ts';

/** Max values to search for one by one. With more, only a text that is their JSON counts as covering them. */
const MAX_VALUES = 50;
/** Max UTF-16 units to search in all. Above it, the same applies. */
const MAX_SEARCHED = 10_000_000;
/** Min UTF-16 units of a text that is meaningful without its key. */
const MIN_TELLING = 4;

/** True if the texts cover the structured content: one of them is its JSON, or each of its values occurs in one. */
export function covers(texts: readonly string[], structured: Json): boolean {
  if (isContainer(structured) && Object.keys(structured).length === 0) return true;
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
  // Items of a list belong to the list's key.
  else for (const [name, one] of inner) valuesOf(one, Array.isArray(value) ? key : name, found);
  return found;
}

/** True if a text contains a value. A number or a short word may occur in any text, so its key must occur too. */
function says(text: string, { key, value }: KeyedValue): boolean {
  if (typeof value === 'string' && value.length >= MIN_TELLING) return hasWord(text, value);
  if (isContainer(value)) return false;
  return text.toLowerCase().includes(key.toLowerCase()) && hasWord(text, String(value));
}

/** True if the word stands on its own: `1` does not occur in `10`, nor in `v1.1`. */
function hasWord(text: string, word: string): boolean {
  // Shortcut, because searching for a megabyte takes as long as reading it.
  if (text.length <= word.length) return text === word;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const before = text.slice(Math.max(0, at - 1), at);
    const after = text.slice(at + word.length, at + word.length + 2);
    if (!(/[\w.]$/.test(before) && /^\w/.test(word)) && !(/^(?:\w|\.\d)/.test(after) && /\w$/.test(word))) return true;
  }
  return false;
}

/** Removes structured content from a result. Adds it as a text if the existing texts do not cover it. */
export function withStructuredAsText({ structuredContent, ...rest }: AnyToolResult): AnyToolResult {
  const result = rest as AnyToolResult;
  if (structuredContent === undefined) return result;
  const texts = textSlots(result.content).map(({ text }) => text);
  if (covers(texts, structuredContent)) return result;
  return { ...result, content: [...result.content, { type: 'text', text: writeJson(structuredContent) }] };
}

/**
 * Adapts a result for clients before MCP 2026-07-28, which refuse structured content that is not an object. Such
 * content becomes a text if the existing texts do not cover it.
 */
export function withObjectAtMost(result: object): object {
  const { structuredContent } = result as JsonObject;
  const isFine =
    structuredContent === undefined || (isContainer(structuredContent) && !Array.isArray(structuredContent));
  return isFine ? result : withStructuredAsText(result as AnyToolResult);
}
