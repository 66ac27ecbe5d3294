import type { Measured } from './measured.ts';

type ListedText = Pick<Measured, 'lineCount' | 'tooManyLines'>;

/** Texts with no more lines than this always have their lines listed. */
const SURE_LINES = 20_000;
/** UTF-16 units of an average line, line break included: a listed line takes some 30 bytes of the answer. */
const MIN_LINE_CHARS = 8;

/**
 * True if an answer lists a text's lines one by one (scores, numbers, reasons). Texts of very many, very short lines
 * would make an answer many times their own size: 10 MB of line feeds made 121 MB.
 */
export function listsLines({ lineCount, tooManyLines }: ListedText, chars: number): boolean {
  if (tooManyLines === true) return false;
  return lineCount <= SURE_LINES || chars >= lineCount * MIN_LINE_CHARS;
}
