import { graphemeStart } from '../../../src/shaping/cut-text.ts';

/** UTF-16 units of a line above which it is cut: code that people write has none, minified code has nothing else. */
export const LONG_LINE = 2000;
/** UTF-16 units that stay of a long line, before the match and from it on. */
const BEFORE = 200;
const FROM = 800;

/** True for what `cutLine` has cut. */
export function isCut(text: string): boolean {
  return /…\[\+\d+ chars\]…/.test(text);
}

/**
 * A line, or of a long one what stands around the match, with `…[+N chars]…` for the rest. `at` is the match's offset in
 * UTF-16 units; the line's beginning where it is not known.
 */
export function cutLine(line: string, at = 0): string {
  if (line.length <= LONG_LINE) return line;
  const from = graphemeStart(line, at - BEFORE);
  const to = graphemeStart(line, Math.min(line.length, Math.max(at, BEFORE) + FROM));
  const left = from === 0 ? '' : `…[+${from} chars]…`;
  const right = to === line.length ? '' : `…[+${line.length - to} chars]…`;
  return left + line.slice(from, to) + right;
}
