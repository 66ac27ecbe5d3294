import { JsonNumber } from './json-number.ts';
import { markNumbers, replaceMarks } from './mark-numbers.ts';

/**
 * `JSON.parse`, but numbers that a double would write with other characters come as `JsonNumber`. Costs what
 * `JSON.parse` does where there is none. Throws a `SyntaxError`.
 */
export function readJson(text: string): unknown {
  const mark = crypto.randomUUID();
  const marked = markNumbers(text, mark);
  if (marked === undefined) return JSON.parse(text);
  const holder = { root: JSON.parse(marked) as unknown };
  replaceMarks(holder, mark, (source) => new JsonNumber(source));
  return holder.root;
}
