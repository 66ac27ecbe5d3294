/** Last line of an outline, which is shown if no line relates to the question. */
export const UNMATCHED = '(no line matches the question; this is an outline)';

/** Upper bound of the notice's tokens. */
export const UNMATCHED_TOKENS = 14;

/** True for an answer of the embedded engine in which no line relates to the question. `score` is the whole text's. */
export function isUnmatched(engine: 'embedded' | 'remote' | null, score: number): boolean {
  return engine === 'embedded' && score === 0;
}

/** Returns the notice to append to a text, with the text's own line breaks. Ends with one if the text does. */
export function unmatchedNotice(text: string): string {
  const last = /(?:\r\n|\n|\r)$/.exec(text.slice(-2))?.[0];
  return last === undefined ? `${/\r\n|\n|\r/.exec(text)?.[0] ?? '\n'}${UNMATCHED}` : UNMATCHED + last;
}
