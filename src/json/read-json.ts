import { JsonNumber } from './json-number.ts';
import { markNumbers, replaceMarks } from './mark-numbers.ts';

/**
 * Does `JSON.parse`, but returns numbers that a double would print differently as `JsonNumber`. Without such numbers it
 * costs the same. Throws a `SyntaxError`.
 */
export function readJson(text: string): unknown {
  const mark = crypto.randomUUID();
  const marked = markNumbers(text, mark);
  if (marked === undefined) return JSON.parse(text);
  const holder = { root: JSON.parse(marked) as unknown };
  replaceMarks(holder, mark, (source) => new JsonNumber(source));
  return holder.root;
}
