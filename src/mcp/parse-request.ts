import { JsonNumber } from '../base/json/json-number.ts';
import { afterString } from '../base/json/mark-numbers.ts';

/**
 * Parses a request or a batch. Ids keep their characters as `JsonNumber` if a double would print them differently,
 * because they go back to the sender. Every other number is plain. Throws a `SyntaxError`.
 */
export function parseRequest(json: string): unknown {
  const parsed: unknown = JSON.parse(json);
  const isBatch = Array.isArray(parsed);
  const messages = (isBatch ? parsed : [parsed]) as ({ id?: unknown } | null)[];
  if (!messages.some((message) => typeof message?.id === 'number')) return parsed;
  const sources = idSources(json, isBatch ? 2 : 1);
  for (const [at, message] of messages.entries()) {
    const source = sources.get(at);
    if (typeof message?.id !== 'number' || source === undefined || source === String(message.id)) continue;
    message.id = new JsonNumber(source);
  }
  return parsed;
}

const KEY = '"id"';
const NUMBER_BEHIND = /\s*:\s*(-?\d[\d.eE+-]*)/y;

/**
 * Finds the numbers at key `id` in JSON objects at depth 1, or 2 in an array, indexed by array position. For a
 * duplicate key the last one counts, as in `JSON.parse`.
 */
function idSources(json: string, depthOfIds: 1 | 2): ReadonlyMap<number, string> {
  const sources = new Map<number, string>();
  let depth = 0;
  let place = 0;
  for (let at = 0; at < json.length; at++) {
    const c = json.charCodeAt(at);
    if (c === 0x7b || c === 0x5b) depth++;
    else if (c === 0x7d || c === 0x5d) depth--;
    else if (c === 0x2c && depth === depthOfIds - 1) place++;
    else if (c === 0x22) {
      const end = afterString(json, at);
      if (depth === depthOfIds && json.startsWith(KEY, at)) {
        NUMBER_BEHIND.lastIndex = end;
        const source = NUMBER_BEHIND.exec(json)?.[1];
        if (source !== undefined) sources.set(place, source);
      }
      at = end - 1;
    }
  }
  return sources;
}
