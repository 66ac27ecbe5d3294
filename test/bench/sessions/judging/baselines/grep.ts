import { readQuestion } from '../../../../../src/engine/score/question/question.ts';
import { head, type LineOrder } from './line-order.ts';

/** Max patterns of one search. More of them would match half of a text. */
const MAX_PATTERNS = 3;

/**
 * Simulates `grep -i -C n` for the question's three rarest words, with `n` growing until the budget is used up.
 * Matching lines come first, starting with those of the rarest word. Then come their neighbors at growing distance.
 * Words are stemmed, stop words are left out, and a word is rare if few lines contain it. If no word of the question
 * occurs in the text, takes the first lines, since grep would print nothing.
 */
export const grep: LineOrder = (of, question) => {
  const matches = matchingLines(of.lines, question);
  return matches.length === 0 ? head(of, question) : widening(matches, of.lines.count);
};

/** Returns the matching lines of each pattern, the rarest pattern's first. */
function matchingLines({ text, count, starts, ends }: Parameters<LineOrder>[0]['lines'], question: string): number[] {
  const words = [...new Set(readQuestion(question).terms.map(({ word }) => word))].filter(
    (word) => !word.includes(' '),
  );
  const holding = words.map((): number[] => []);
  for (let i = 0; i < count; i++) {
    const line = text.slice(starts[i], ends[i]).toLowerCase();
    for (const [at, word] of words.entries()) if (line.includes(word)) holding[at]?.push(i);
  }
  return holding
    .filter(({ length }) => length > 0)
    .sort((a, b) => a.length - b.length)
    .slice(0, MAX_PATTERNS)
    .flat();
}

/**
 * Yields the matches, then lines at a distance of one, two and so on, in the order of the text, until all lines are
 * done.
 */
function* widening(matches: readonly number[], count: number): Generator<number> {
  const seen = new Uint8Array(count);
  let edge: number[] = [];
  for (const line of matches) {
    if (seen[line] === 1) continue;
    seen[line] = 1;
    edge.push(line);
    yield line;
  }
  while (edge.length > 0) {
    const next: number[] = [];
    for (const line of edge.sort((a, b) => a - b)) {
      for (const beside of [line - 1, line + 1]) {
        if (beside < 0 || beside >= count || seen[beside] === 1) continue;
        seen[beside] = 1;
        next.push(beside);
        yield beside;
      }
    }
    edge = next;
  }
}
