import { isContainer } from './json.ts';

/**
 * Matches every number that a double may print differently, and much else. Without a match the text need not be parsed
 * for numbers. No number stands before a quote, as the version of JSON-RPC does.
 */
const SUSPECT = /\.(?:\d*0(?![\d"])|000000)|\d[eE]|-0|\d[\d.]{15}/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A JSON text in which numbers are strings that begin with `mark`. */
export interface MarkedText {
  readonly text: string;
  readonly mark: string;
}

/**
 * Replaces each number that a double would print differently by a string of a mark and the number, so that any parser
 * keeps it. Undefined if there is none. Marks must be unguessable to whoever wrote the JSON. Invalid JSON stays invalid.
 * A mark is made only if there is such a number, because the first random one may load the runtime's cryptography, which
 * takes a tenth of a start.
 */
export function markNumbers(text: string, newMark: () => string = () => crypto.randomUUID()): MarkedText | undefined {
  if (!SUSPECT.test(text)) return undefined;
  const ranges = [...ownNumbers(text)];
  if (ranges.length === 0) return undefined;
  const mark = newMark();
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of ranges) {
    parts.push(text.slice(from, start), '"', mark, text.slice(start, end), '"');
    from = end;
  }
  return { text: parts.join('') + text.slice(from), mark };
}

/**
 * Replaces every marked string below `root`, in place, by what `make` returns for the number's characters. Iterative,
 * because the value may be nested deeply.
 */
export function replaceMarks(root: unknown, mark: string, make: (source: string) => unknown): void {
  const todo: unknown[] = [root];
  for (let value = todo.pop(); value !== undefined; value = todo.pop()) {
    if (!isContainer(value)) continue;
    const container = value as Record<string, unknown>;
    for (const key of Object.keys(container)) {
      const one = container[key];
      if (typeof one === 'object' && one !== null) todo.push(one);
      else if (typeof one === 'string' && one.startsWith(mark)) {
        // Defined, not assigned, so that `__proto__` is a field like any other.
        Object.defineProperty(container, key, { value: make(one.slice(mark.length)) });
      }
    }
  }
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Yields the ranges of numbers that keep their own characters. */
function* ownNumbers(text: string): Generator<Range> {
  for (let at = 0; at < text.length; ) {
    const c = text.charCodeAt(at);
    if (c === 0x22) {
      at = afterString(text, at);
    } else if (c === 0x2d || (c >= 0x30 && c <= 0x39)) {
      const start = at;
      while (at < text.length && isNumeric(text.charCodeAt(at))) at++;
      if (isOwn(text.slice(start, at)) && !isKey(text, at)) yield { start, end: at };
    } else {
      at++;
    }
  }
}

/** Offset after a JSON string that begins at `quote`; the text's end if it is not closed. */
export function afterString(text: string, quote: number): number {
  for (let end = text.indexOf('"', quote + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return end + 1;
  }
  return text.length;
}

function isNumeric(c: number): boolean {
  return (c >= 0x30 && c <= 0x39) || c === 0x2e || c === 0x2d || c === 0x2b || c === 0x65 || c === 0x45;
}

const isOwn = (token: string): boolean => String(Number(token)) !== token && NUMBER.test(token);

/** True before a colon. A number as a key is an error that the parser should report. */
function isKey(text: string, at: number): boolean {
  const colon = /\s*:/y;
  colon.lastIndex = at;
  return colon.test(text);
}
