import type { JsonObject } from '../../base/json/json-object.ts';
import { tryJson } from '../../base/json/read-json.ts';

/** A multiline text that is one string within a JSON text, such as a file that a server has read. */
export interface EmbeddedText {
  readonly text: string;
  /** Its JSONPath (RFC 9535). */
  readonly path: string;
  /** Returns the JSON text with another text in its place. */
  with(text: string): string;
}

/** Min lines of a string to consider. */
const FEWEST_LINES = 20;
/** Min share of the JSON text that the string takes. */
const MIN_SHARE = 0.5;
const DEEPEST = 8;

/** Returns the string that makes up most of a JSON text; undefined if there is none, or if it is not JSON. */
export function embeddedText(json: string): EmbeddedText | undefined {
  if (!/^\s*[[{]/.test(json) || !json.includes('\\n')) return undefined;
  const value = tryJson(json);
  const found = value === undefined ? undefined : longest(value, '$', 0);
  if (found === undefined || found.text.length < json.length * MIN_SHARE) return undefined;
  if (found.text.split('\n', FEWEST_LINES).length < FEWEST_LINES) return undefined;
  // Replace only this literal. Serializing everything again would change large numbers.
  const literal = JSON.stringify(found.text);
  const [before, after, more] = json.split(literal, 3);
  if (before === undefined || after === undefined || more !== undefined) return undefined;
  return { ...found, with: (text) => `${before}${JSON.stringify(text)}${after}` };
}

interface Found {
  readonly text: string;
  readonly path: string;
}

function longest(value: unknown, path: string, depth: number): Found | undefined {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return undefined;
  let best: Found | undefined;
  for (const key of Object.keys(value)) {
    const one = (value as JsonObject)[key];
    const step = Array.isArray(value)
      ? `[${key}]`
      : /^[A-Za-z_]\w*$/.test(key)
        ? `.${key}`
        : `[${JSON.stringify(key)}]`;
    const found = typeof one === 'string' ? { text: one, path: path + step } : longest(one, path + step, depth + 1);
    if (found !== undefined && found.text.length > (best?.text.length ?? 0)) best = found;
  }
  return best;
}
