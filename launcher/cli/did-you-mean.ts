/** Max edits that still count as a typo. */
const MAX_EDITS = 2;

/** Returns a question to append to an error, naming the known word closest to `given`; '' if none is close. */
export function didYouMean(given: string, known: readonly string[], prefix = ''): string {
  const near = known
    .map((word) => ({ word, edits: edits(given.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, edits }) => edits <= MAX_EDITS && edits < word.length)
    .sort((a, b) => a.edits - b.edits)[0];
  return near === undefined ? '' : `. Did you mean "${prefix}${near.word}"?`;
}

/** Edit distance: letters to insert, delete or replace (Levenshtein 1966). */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
