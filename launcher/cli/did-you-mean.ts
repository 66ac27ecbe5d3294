import { nearestWord } from '../../src/text/nearest-word.ts';

/** Returns a question to append to an error, naming the known word closest to `given`; '' if none is close. */
export function didYouMean(given: string, known: readonly string[], prefix = ''): string {
  const near = nearestWord(given, known);
  return near === undefined ? '' : `. Did you mean "${prefix}${near}"?`;
}
