import { JsonNumber } from '../json/json-number.ts';
import { afterString } from '../json/mark-numbers.ts';

/**
 * `JSON.parse` of a request, whose id keeps its characters as `JsonNumber` where a double would write it with others: it
 * goes back to its sender. Every other number is plain. Throws a `SyntaxError`.
 */
export function parseRequest(json: string): unknown {
  const message: unknown = JSON.parse(json);
  const fields = (message ?? {}) as { id?: unknown };
  if (typeof fields.id !== 'number') return message;
  const source = idSource(json);
  if (source !== undefined && source !== String(fields.id)) fields.id = new JsonNumber(source);
  return message;
}

const KEY = '"id"';
const NUMBER_BEHIND = /\s*:\s*(-?\d[\d.eE+-]*)/y;

/** The number that stands at `id` in a JSON object; of a key that comes twice the last one, as for `JSON.parse`. */
function idSource(json: string): string | undefined {
  let source: string | undefined;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const c = json.charCodeAt(at);
    if (c === 0x7b || c === 0x5b) depth++;
    else if (c === 0x7d || c === 0x5d) depth--;
    else if (c === 0x22) {
      const end = afterString(json, at);
      if (depth === 1 && json.startsWith(KEY, at)) {
        NUMBER_BEHIND.lastIndex = end;
        source = NUMBER_BEHIND.exec(json)?.[1] ?? source;
      }
      at = end - 1;
    }
  }
  return source;
}
