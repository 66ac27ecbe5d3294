import type { CooperativeTask } from '../text/cooperative-task.ts';
import { splitLines } from '../text/lines.ts';

// Besides \n and \r: VT, FF, the file, group and record separators, NEL, and Unicode's line and paragraph separators.
const SEPARATORS = String.fromCharCode(0x0b, 0x0c, 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029);
const BREAK: RegExp = new RegExp(`\r\n|[\n\r${SEPARATORS}]`);
/** Characters per part, and its cost relative to counting the tokens. */
const PART = 262_144;
const SHARE = 0.1;

/** Splits a text as Python's `splitlines()` does: a break at the end opens no further line. */
export function* pythonLines(text: string): CooperativeTask<string[]> {
  const lines: string[] = [];
  for (let from = 0; from < text.length; ) {
    // A part ends after a line feed, which always ends a line.
    const feed = text.indexOf('\n', from + PART) + 1;
    const to = feed === 0 ? text.length : feed;
    yield (to - from) * SHARE;
    const part = text.slice(from, to).split(BREAK);
    if (part.at(-1) === '') part.pop();
    for (const line of part) lines.push(line);
    from = to;
  }
  return lines;
}

/** Counts the lines of `pythonLines`, in parts. */
export function* countLines(text: string): CooperativeTask<number> {
  let breaks = 0;
  for (let from = 0; from < text.length; from += PART) {
    const to = Math.min(from + PART, text.length);
    yield (to - from) * SHARE;
    for (let at = from; at < to; at++) {
      const unit = text.charCodeAt(at);
      if (unit < 0x20 ? isBreak(unit, text, at) : unit === 0x85 || unit === 0x2028 || unit === 0x2029) breaks++;
    }
  }
  return text === '' || BREAK.test(text.slice(-1)) ? breaks : breaks + 1;
}

/** A CR before an LF is part of that break. */
function isBreak(unit: number, text: string, at: number): boolean {
  if (unit === 0x0d) return text.charCodeAt(at + 1) !== 0x0a;
  return (unit >= 0x0a && unit <= 0x0c) || (unit >= 0x1c && unit <= 0x1e);
}

/** Counts the lines of `pythonLines`. */
export function pythonLineCount(text: string): number {
  const lines = splitLines(text);
  return lines.ambiguous ? text.split(BREAK).length - (BREAK.test(text.slice(-1)) ? 1 : 0) : lines.count;
}
