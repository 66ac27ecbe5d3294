import { eachName, stem } from '../../../../../src/text/words.ts';
import type { LineOrder } from './line-order.ts';

/** Okapi BM25 (Robertson and Zaragoza, 2009), with the usual constants. */
const K1 = 1.2;
const B = 0.75;
/** Lines of a passage, the unit of ranking. */
const PASSAGE = 10;

/**
 * Scores each line of a text by the BM25 of its passage of ten lines, over stemmed words. Identifiers in code are split
 * into words.
 */
export function bm25(lines: readonly string[], question: string): Float64Array {
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
}

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

/** Ranks passages of ten lines by BM25, best first. Lines of a passage are in the order of the text. */
export const rankedPassages: LineOrder = ({ lines }, question) => {
  const texts = Array.from({ length: lines.count }, (_, i) => lines.text.slice(lines.starts[i], lines.ends[i]));
  const scores = bm25(texts, question);
  return texts.map((_, i) => i).sort((a, b) => (scores[b] as number) - (scores[a] as number));
};
