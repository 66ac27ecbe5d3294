import { eachName, stem } from '../../../src/text/words.ts';

/** Scores each line of a text. The best lines that fit the token budget are kept. */
export type Baseline = (lines: readonly string[], question: string) => Float64Array;

/** Okapi BM25 (Robertson and Zaragoza, 2009), with the usual constants. */
const K1 = 1.2;
const B = 0.75;
/** Lines of a passage, the unit of ranking. */
const PASSAGE = 10;

/** Keeps the first lines. */
export const head: Baseline = (lines) => Float64Array.from(lines, (_, at) => -at);

/** Ranks passages of ten lines by BM25 over stemmed words. Identifiers in code are split into words. */
export const bm25: Baseline = (lines, question) => {
  const passages: Map<string, number>[] = [];
  for (let at = 0; at < lines.length; at += PASSAGE)
    passages.push(countWords(lines.slice(at, at + PASSAGE).join('\n')));
  const lengths = passages.map((words) => [...words.values()].reduce((sum, count) => sum + count, 0));
  const average = lengths.reduce((sum, length) => sum + length, 0) / passages.length;
  const asked = [...countWords(question).keys()].map((word) => [word, rarity(word, passages)] as const);
  const scores = passages.map((words, at) => {
    const norm = K1 * (1 - B + (B * (lengths[at] ?? 0)) / average);
    return asked.reduce((sum, [word, rare]) => {
      const count = words.get(word) ?? 0;
      return count === 0 ? sum : sum + (rare * count * (K1 + 1)) / (count + norm);
    }, 0);
  });
  // Break ties in favor of earlier lines.
  return Float64Array.from(lines, (_, at) => (scores[Math.floor(at / PASSAGE)] ?? 0) - at * 1e-9);
};

function rarity(word: string, passages: readonly ReadonlyMap<string, number>[]): number {
  const having = passages.filter((words) => words.has(word)).length;
  return Math.log(1 + (passages.length - having + 0.5) / (having + 0.5));
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (word: string): void => void counts.set(word, (counts.get(word) ?? 0) + 1);
  eachName(text, 0, text.length, (from, to, ends, words) => {
    let start = from;
    for (let at = 0; at < words; at++) {
      const part = text
        .slice(start, ends[at])
        .replace(/^[_$]+/, '')
        .toLowerCase();
      if (part.length > 1) add(stem(part));
      start = ends[at] as number;
    }
    if (words > 1) add(text.slice(from, to).toLowerCase());
  });
  return counts;
}

/** Returns the best-scored lines (1-based) within a token budget. Stops at the first line that does not fit. */
export function keepBest(scores: Float64Array, costs: readonly number[], tokens: number): ReadonlySet<number> {
  const order = costs.map((_, at) => at).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const kept = new Set<number>();
  let left = tokens;
  for (const at of order) {
    left -= costs[at] ?? 0;
    if (left < 0) break;
    kept.add(at + 1);
  }
  return kept;
}
