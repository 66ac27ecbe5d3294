import { isContainer, type Json } from '../base/json/json.ts';
import { type Question, readQuestion } from '../engine/score/question/question.ts';
import { eachName } from '../text/words.ts';

/** Max items examined, and max characters and fields of each. */
const MAX_ITEMS = 20_000;
const MAX_CHARS = 400;
const MAX_FIELDS = 20;

export type { Question };
export { readQuestion };

/** Finds the items with most of the question's words, best first, at most `max`. Items without any are left out. */
export function questionMatches(items: readonly Json[], question: Question, max: number): number[] {
  const count = Math.min(items.length, MAX_ITEMS);
  const hits = new Map<number, Set<number>>();
  const itemsOfTerm = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    const terms = termsOf(items[i] as Json, question);
    if (terms.size === 0) continue;
    hits.set(i, terms);
    for (const term of terms) itemsOfTerm.set(term, (itemsOfTerm.get(term) ?? 0) + 1);
  }
  // A word in every item distinguishes none.
  const rarity = (term: number): number => Math.log(1 + count / (itemsOfTerm.get(term) ?? count));
  const scored = [...hits].map(([at, terms]) => ({
    at,
    score: [...terms].reduce((sum, term) => sum + rarity(term) * (question.terms[term]?.weight ?? 0), 0),
  }));
  return scored
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, max)
    .map(({ at }) => at);
}

function termsOf(item: Json, question: Question): Set<number> {
  const terms = new Set<number>();
  for (const text of textsOf(item)) {
    eachName(text, 0, text.length, (from, to, ends, words) => {
      let at = from;
      for (let i = 0; i < words; i++) {
        const match = question.match(
          text
            .slice(at, ends[i])
            .replace(/^[_$]+/, '')
            .toLowerCase(),
        );
        if (match !== undefined) terms.add(match.term);
        at = ends[i] as number;
      }
      const name = question.matchName(
        text
          .slice(from, Math.min(to, from + 80))
          .replaceAll(/[_$]/g, '')
          .toLowerCase(),
      );
      if (name !== undefined) terms.add(name.term);
    });
  }
  return terms;
}

function textsOf(item: Json): string[] {
  if (typeof item === 'string') return [item.slice(0, MAX_CHARS)];
  if (!isContainer(item)) return [];
  return Object.values(item)
    .slice(0, MAX_FIELDS)
    .filter((value): value is string => typeof value === 'string')
    .map((text) => text.slice(0, MAX_CHARS));
}
