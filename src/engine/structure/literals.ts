import type { Lines } from '../../text/lines.ts';

/** Signs that begin and end a string of several lines: templates and raw strings, strings of Python and Swift. */
const SIGNS = ['`', '"""'] as const;
/** Max lines of a string. A sign with none within that many is no beginning. */
const MAX_LINES = 400;
const BACKSLASH = 0x5c;
/** Matches a line that is a comment, in which a sign may stand alone. */
const COMMENT = /^\s*(?:\/\/|\/?\*|#)/;

/** Marks lines that begin inside a string of several lines. Returns undefined if there are none. */
export function insideLiterals(lines: Lines): Uint8Array | undefined {
  let inside: Uint8Array | undefined;
  for (const sign of SIGNS) {
    let opened = -1;
    for (const line of oddLines(lines, sign)) {
      const isOpen = opened >= 0 && line - opened <= MAX_LINES;
      if (!isOpen && isComment(lines, line)) continue;
      if (isOpen) {
        inside ??= new Uint8Array(lines.count);
        inside.fill(1, opened + 1, line + 1);
      }
      opened = isOpen ? -1 : line;
    }
  }
  return inside;
}

/** Finds the lines that hold an odd number of signs. */
function* oddLines({ text, ends, count }: Lines, sign: string): Generator<number> {
  let line = 0;
  let isOdd = false;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + sign.length)) {
    if (text.charCodeAt(at - 1) === BACKSLASH) continue;
    const before = line;
    while (line < count - 1 && at >= (ends[line] as number)) line++;
    if (line !== before && isOdd) yield before;
    isOdd = line === before ? !isOdd : true;
  }
  if (isOdd) yield line;
}

function isComment({ text, starts, ends }: Lines, line: number): boolean {
  const from = starts[line] as number;
  return COMMENT.test(text.slice(from, Math.min(ends[line] as number, from + 80)));
}
