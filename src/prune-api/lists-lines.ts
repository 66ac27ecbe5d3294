import type { Measured } from './measured.ts';

type ListedText = Pick<Measured, 'lineCount' | 'tooManyLines'>;

/** Line count up to which a text's lines are always listed. */
const SURE_LINES = 20_000;
/** Min average UTF-16 units per line, line break included, because a listed line takes about 30 bytes of the answer. */
const MIN_LINE_CHARS = 8;

/**
 * True if an answer lists lines one by one (scores, numbers, reasons). For very many, very short lines the list would
 * be many times the text's size: 10 MB of line feeds made 121 MB.
 */
export function listsLines({ lineCount, tooManyLines }: ListedText, chars: number): boolean {
  if (tooManyLines === true) return false;
  return lineCount <= SURE_LINES || chars >= lineCount * MIN_LINE_CHARS;
}
