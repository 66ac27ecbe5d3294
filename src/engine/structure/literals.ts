import { type CooperativeTask, parts } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';

/** Delimiters of multi-line strings: a template, a raw string of Go, a string of Python or Swift. */
const DELIMITERS = ['`', '"""'] as const;
/** Max lines of a string. A delimiter that is not closed within this many lines does not begin a string. */
const MAX_LINES = 400;
/** Cost of one pass over a text with delimiters, as a share of the cost of counting its tokens. */
const SHARE = 0.1;
const BACKSLASH = 0x5c;
/** Matches a comment, in which a delimiter may have no partner. */
const COMMENT = /^\s*(?:\/\/|\/?\*|#)/;

/** Marks lines that begin inside a string, one byte a line. Returns undefined if there are none. */
export function* insideLiterals(lines: Lines): CooperativeTask<Uint8Array | undefined> {
  const { text, ends, count } = lines;
  let inside: Uint8Array | undefined;
  for (const delimiter of DELIMITERS) {
    let next = text.indexOf(delimiter);
    if (next < 0) continue;
    let opened = -1;
    yield* parts(lines, SHARE, (from, to) => {
      for (let line = from; line < to && next >= 0; line++) {
        let isOdd = false;
        for (; next >= 0 && next < (ends[line] as number); next = text.indexOf(delimiter, next + delimiter.length))
          if (text.charCodeAt(next - 1) !== BACKSLASH) isOdd = !isOdd;
        if (!isOdd) continue;
        const isOpen = opened >= 0 && line - opened <= MAX_LINES;
        if (!isOpen && isComment(lines, line)) continue;
        if (isOpen) {
          inside ??= new Uint8Array(count);
          inside.fill(1, opened + 1, line + 1);
        }
        opened = isOpen ? -1 : line;
      }
    });
  }
  return inside;
}

function isComment({ text, starts, ends }: Lines, line: number): boolean {
  const from = starts[line] as number;
  return COMMENT.test(text.slice(from, Math.min(ends[line] as number, from + 80)));
}
