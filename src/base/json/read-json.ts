import { JsonNumber } from './json-number.ts';
import { markNumbers, replaceMarks } from './mark-numbers.ts';

/**
 * Works like `JSON.parse`, but returns numbers that a double would print differently as `JsonNumber`. Without such
 * numbers it costs the same. Throws a `SyntaxError`.
 */
export function readJson(text: string): unknown {
  const marked = markNumbers(text);
  if (marked === undefined) return JSON.parse(text);
  const holder = { root: JSON.parse(marked.text) as unknown };
  replaceMarks(holder, marked.mark, (source) => new JsonNumber(source));
  return holder.root;
}

/** Parses a JSON text; undefined if it is not JSON. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
