import type { Lines } from '../../text/lines.ts';

/** First line of a file's changes. */
export const FILE: RegExp = /^(?:diff --git |Index: |diff -|=== )/;
const HEADER =
  /^(?:index |---(?: |$)|\+\+\+(?: |$)|old mode|new mode|new file mode|deleted file mode|similarity|dissimilarity|rename |copy |Binary files |={5,})/;
/** First line of a commit in git's output. */
export const COMMIT: RegExp = /^commit [0-9a-f]{7,}/;
/** Names a file in a diff that has no `FILE` lines. */
export const NEW_FILE: RegExp = /^\+\+\+ \S/;
export const HUNK: RegExp = /^@@@* /;
/** Author and date lines of a commit. */
const AUTHORED = /^(?:Author|AuthorDate|Date): /;
const BODY = /^[ +\-\\]|^$/;

/**
 * Returns the line that encloses each line of a diff (-1: none). A line belongs to its hunk, a hunk to its file's
 * header, and that to its commit.
 */
export function diffHeaders(lines: Lines): Int32Array {
  const { text, starts, ends, count } = lines;
  const headers = new Int32Array(count).fill(-1);
  let commit = -1;
  let header = -1;
  let hunk = -1;
  for (let i = 0; i < count; i++) {
    const from = starts[i] as number;
    const line = text.slice(from, Math.min(ends[i] as number, from + 40));
    if (HUNK.test(line)) {
      headers[i] = header;
      hunk = i;
    } else if (COMMIT.test(line)) {
      commit = header = i;
      hunk = -1;
    } else if (FILE.test(line)) {
      headers[i] = commit;
      header = i;
      hunk = -1;
    } else if (hunk >= 0 && BODY.test(line) && !isFileHead(lines, i, line)) {
      headers[i] = hunk;
    } else if (HEADER.test(line)) {
      // `---` opens a file if nothing else did.
      headers[i] = hunk >= 0 || header < 0 ? commit : header;
      header = i;
      hunk = -1;
    } else {
      // A commit's author, date and message mean nothing without the commit line. They also say who changed a file and
      // when.
      headers[i] = commit;
      if (header === commit && AUTHORED.test(line)) {
        commit = header = i;
        continue;
      }
      header = -1;
      hunk = -1;
    }
  }
  return headers;
}

/**
 * True if line `i` begins a file in a diff without `diff --git`. The `---` and `+++` lines there look like a hunk's
 * own lines.
 */
function isFileHead({ text, starts, ends }: Lines, i: number, line: string): boolean {
  if (!line.startsWith('--- ')) return false;
  // Past the last line, both are empty.
  const next = text.slice(starts[i + 1], ends[i + 1]);
  return next.startsWith('+++ ') && HUNK.test(text.slice(starts[i + 2], ends[i + 2]));
}
