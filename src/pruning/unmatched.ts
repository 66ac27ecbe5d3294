import type { Pruned } from './pruner.ts';

/** The last line of an outline, which is shown if no line has to do with the question. */
export const UNMATCHED = '(no line matches the question; this is an outline)';

/** Tokens that the notice takes, from above. */
export const UNMATCHED_TOKENS = 14;

/** True for an answer of the embedded engine to a question that no line has to do with. `score` is the whole text's. */
export function isUnmatched(engine: Pruned['engine'] | null, score: number): boolean {
  return engine === 'embedded' && score === 0;
}

/** The notice behind a text, in the text's own line breaks: ends with one if the text does. */
export function unmatchedNotice(text: string): string {
  const last = /(?:\r\n|\n|\r)$/.exec(text.slice(-2))?.[0];
  return last === undefined ? `${/\r\n|\n|\r/.exec(text)?.[0] ?? '\n'}${UNMATCHED}` : UNMATCHED + last;
}
