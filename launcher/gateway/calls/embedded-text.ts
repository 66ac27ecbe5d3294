import type { JsonObject } from '../connection/server-connection.ts';

/** A text of many lines that stands in a JSON text as one string: a file that a server has read, say. */
export interface EmbeddedText {
  readonly text: string;
  /** Where it stands: JSONPath (RFC 9535). */
  readonly path: string;
  /** The JSON text with another one in its place. */
  with(text: string): string;
}

/** Lines below which a string is not worth a look. */
const FEWEST_LINES = 20;
/** Share of the JSON text that the string has at least. */
const MIN_SHARE = 0.5;
const DEEPEST = 8;

/** The string that a JSON text is mostly made of; undefined where there is none, or it is no JSON. */
export function embeddedText(json: string): EmbeddedText | undefined {
  if (!/^\s*[[{]/.test(json) || !json.includes('\\n')) return undefined;
  const value = parse(json);
  const found = value === undefined ? undefined : longest(value, '$', 0);
  if (found === undefined || found.text.length < json.length * MIN_SHARE) return undefined;
  if (found.text.split('\n', FEWEST_LINES).length < FEWEST_LINES) return undefined;
  // In its place, and nowhere else: to write all of it anew would make other numbers of large ones.
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

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
