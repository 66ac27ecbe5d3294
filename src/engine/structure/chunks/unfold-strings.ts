import type { CooperativeTask } from '../../../text/cooperative-task.ts';
import { type Lines, splitLines } from '../../../text/lines.ts';

/** Min line breaks of a string that is read as lines, and min share of the text that such strings take. */
const MIN_BREAKS = 20;
const MIN_SHARE = 0.5;
/** Max depth of strings in strings. */
const DEEPEST = 3;
/** Min UTF-16 units of a line that may have such a string. */
const LONG = 2000;
/** Cost of reading a text, as a share of the cost of counting its tokens. */
const SHARE = 0.2;
/** Characters that are searched, and escapes that are replaced, per step. */
const PART = { chars: 131_072, escapes: 16_384 } as const;

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const UNIT = /^\\u([\da-f]{4})$/i;
const [QUOTE, BACKSLASH, N] = [34, 92, 110];

/** A text in which long strings of JSON are replaced by the lines that they hold. */
export interface Unfolded {
  readonly lines: Lines;
  /** Returns where an offset of the unfolded text is in the original. */
  readonly place: (at: number) => number;
}

/** Returns the offset of the next such sign at or after an offset, or the text's length. */
type Next = (from: number) => number;

/** Finds a sign from offsets that never decrease, reading the text once: a search per line would read on to its end. */
function nextOf(sign: string, text: string): Next {
  let next = -1;
  return (from) => {
    if (next < from) next = text.indexOf(sign, from);
    if (next < 0) next = text.length;
    return next;
  };
}

/** Unfolds the strings that take most of a text, also strings within them. Undefined if there are none. */
export function* unfoldStrings(given: Lines): CooperativeTask<Unfolded | undefined> {
  let outer: Unfolded | undefined;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const { text, count, starts, ends } = outer?.lines ?? given;
    const strings: [number, number][] = [];
    const [backslash, quote] = [nextOf('\\', text), nextOf('"', text)];
    for (let line = 0, chars = 0; line < count; line++) {
      const [from, to] = [starts[line] as number, ends[line] as number];
      if (to - from < LONG || backslash(from) >= to) continue;
      chars += to - from;
      if (chars >= PART.chars) {
        yield chars * SHARE;
        chars = 0;
      }
      addStrings(text, from, to, quote, strings);
    }
    const taken = strings.reduce((sum, [from, to]) => sum + to - from, 0);
    if (taken === 0 || taken < MIN_SHARE * text.length) return outer;
    const inner = yield* unfold(text, strings);
    const before = outer?.place;
    outer = before === undefined ? inner : { ...inner, place: (at) => before(inner.place(at)) };
  }
  return outer;
}

/** Adds the strings with many line breaks, escaped once or more, between two offsets. */
function addStrings(text: string, from: number, to: number, quote: Next, strings: [number, number][]): void {
  for (let open = quote(from); open < to; ) {
    let at = open + 1;
    let breaks = 0;
    for (let c = text.charCodeAt(at); at < to && c !== QUOTE; c = text.charCodeAt(at)) {
      let slashes = 0;
      for (; text.charCodeAt(at) === BACKSLASH; at++) slashes++;
      if (slashes > 0 && text.charCodeAt(at) === N) breaks++;
      if (slashes === 0 || slashes % 2 === 1) at++;
    }
    if (at < to && breaks >= MIN_BREAKS) strings.push([open + 1, at]);
    open = quote(Math.min(at + 1, to));
  }
}

function* unfold(text: string, strings: readonly (readonly [number, number])[]): CooperativeTask<Unfolded> {
  const parts: string[] = [];
  /** Offsets after each replaced part, in the unfolded text and in the original. */
  const [inner, original] = [[0], [0]];
  let length = 0;
  let done = 0;
  /** Adds what is before an offset, and another text in place of what is between it and another offset. */
  const replace = (from: number, to: number, by: string): void => {
    const part = text.slice(done, from) + by;
    parts.push(part);
    length += part.length;
    done = to;
    inner.push(length);
    original.push(to);
  };
  for (const [from, to] of strings) {
    // Without its quotes, JSON within a string is JSON.
    replace(from - 1, from, '');
    for (let at = text.indexOf('\\', from); at >= 0 && at < to; at = text.indexOf('\\', done)) {
      if (inner.length % PART.escapes === 0) yield PART.escapes;
      const unit = UNIT.exec(text.slice(at, at + 6))?.[1];
      const sign = text.charAt(at + 1);
      if (unit === undefined) replace(at, at + 2, ESCAPED[sign] ?? sign);
      else replace(at, at + 6, String.fromCharCode(Number.parseInt(unit, 16)));
    }
    replace(to, to + 1, '');
  }
  parts.push(text.slice(done));
  const place = (at: number): number => {
    let low = 0;
    let high = inner.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((inner[middle] as number) <= at) low = middle;
      else high = middle - 1;
    }
    return (original[low] as number) + at - (inner[low] as number);
  };
  return { lines: splitLines(parts.join('')), place };
}

/** Returns the lines of an unfolded text, or its chunks, as chunks of the lines of the original. */
export function folded(lines: Lines, whole: Lines, place: Unfolded['place']): Lines {
  const { count } = lines;
  const starts = new Int32Array(count + 1).fill(whole.text.length);
  const ends = new Int32Array(count);
  const lineOf = new Int32Array(count);
  const firstOf = new Int32Array(whole.count + 1).fill(count);
  for (let i = 0, line = -1; i < count; i++) {
    const start = place(lines.starts[i] as number);
    starts[i] = start;
    if (i > 0) ends[i - 1] = start;
    while (line + 1 < whole.count && (whole.starts[line + 1] as number) <= start) {
      if (i > 0) ends[i - 1] = whole.ends[line] as number;
      firstOf[++line] = i;
    }
    lineOf[i] = line;
  }
  if (count > 0) ends[count - 1] = whole.ends[whole.count - 1] as number;
  return { ...whole, count, starts, ends, chunks: { whole, lineOf, firstOf } };
}
