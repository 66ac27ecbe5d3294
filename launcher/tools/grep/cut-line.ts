import { graphemeStart } from '../../../src/text/cut-text.ts';

/**
 * Max UTF-16 units of a line that is not cut. Handwritten code has no longer lines, and minified code has hardly any
 * shorter ones.
 */
export const LONG_LINE = 2000;
/** UTF-16 units to keep of a long line, before the match and from it on. */
const BEFORE = 200;
const FROM = 800;

/** True if `cutLine` has shortened the text. */
export function isCut(text: string): boolean {
  return /…\[\+\d+ chars\]…/.test(text);
}

/**
 * Shortens a long line to the text around the match, with `...[+N chars]...` instead of the rest (the three dots are
 * one character there). `at` is the match's offset in UTF-16 units; 0 if unknown.
 */
export function cutLine(line: string, at = 0): string {
  if (line.length <= LONG_LINE) return line;
  const from = graphemeStart(line, at - BEFORE);
  const to = graphemeStart(line, Math.min(line.length, Math.max(at, BEFORE) + FROM));
  const left = from === 0 ? '' : `…[+${from} chars]…`;
  const right = to === line.length ? '' : `…[+${line.length - to} chars]…`;
  return left + line.slice(from, to) + right;
}
