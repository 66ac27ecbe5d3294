import { splitLines } from '../pruning/lines.ts';
import type { Steps } from '../pruning/steps.ts';

// Beyond \n and \r: VT, FF, the file, group and record separators, NEL, and Unicode's line and paragraph separators.
const SEPARATORS = String.fromCharCode(0x0b, 0x0c, 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029);
const BREAK: RegExp = new RegExp(`\r\n|[\n\r${SEPARATORS}]`);
/** Characters of one part, and what they take of counting their tokens. */
const PART = 262_144;
const SHARE = 0.1;

/** The lines of a text as Python's `splitlines()` gives them: a break at the end opens no further line. */
export function* pythonLines(text: string): Steps<string[]> {
  const lines: string[] = [];
  for (let from = 0; from < text.length; ) {
    // A part ends after a line feed, which ends a line in any case.
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

/** How many lines `pythonLines` gives. */
export function pythonLineCount(text: string): number {
  const lines = splitLines(text);
  return lines.ambiguous ? text.split(BREAK).length - (BREAK.test(text.slice(-1)) ? 1 : 0) : lines.count;
}
