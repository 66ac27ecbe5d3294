/** Max edits that still count as a typo. */
const MAX_EDITS = 2;

/**
 * Returns the known word closest to `given`: one that differs in at most two letters, ignoring case and separators.
 * Otherwise one that has all parts of `given` (`question` in `context_focus_question`). Undefined if none is close.
 */
export function nearestWord(given: string, known: readonly string[]): string | undefined {
  const wanted = lettersOf(given);
  const [near] = known
    .map((word) => ({ word, edits: editsBetween(wanted, lettersOf(word)) }))
    .filter(({ word, edits }) => edits <= MAX_EDITS && edits < lettersOf(word).length)
    .sort((a, b) => a.edits - b.edits);
  if (near !== undefined) return near.word;
  const parts = partsOf(given);
  return known.find((word) => parts.length > 0 && parts.every((part) => partsOf(word).includes(part)));
}

const lettersOf = (word: string): string => word.toLowerCase().replaceAll(/[_\W]/g, '');

const partsOf = (word: string): readonly string[] =>
  word
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_\W]+/)
    .filter((part) => part.length > 2);

/** Edit distance: letters to insert, delete or replace (Levenshtein 1966). */
function editsBetween(from: string, to: string): number {
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
