import type { Runs } from '../structure/blocks.ts';
import type { Matches } from './matches.ts';
import type { Question } from './question/question.ts';

/** Weighs terms by prior times rarity among the chunks: a word that is everywhere does not locate anything. */
export function termWeights(asked: Question, matches: Matches, chunks: Runs): Float64Array {
  const terms = asked.terms.length;
  const inChunks = new Float64Array(terms);
  const last = new Int32Array(terms).fill(-1);
  for (let i = 0; i < matches.count; i++) {
    const t = matches.terms[i] as number;
    const p = chunks.of[matches.lines[i] as number] as number;
    if (last[t] === p) continue;
    last[t] = p;
    inChunks[t] = (inChunks[t] as number) + 1;
  }
  return inChunks.map((df, t) => (asked.terms[t]?.weight ?? 0) * Math.log(1 + (chunks.count - df + 0.5) / (df + 0.5)));
}

/** Min score of a text with any word of the question; 0 means that it has none. */
export const MIN_SCORE = 0.001;

/** Returns the weighted share of the question's words that occur anywhere in the text, 0..1. */
export function coverage(matches: Matches, weights: Float64Array): number {
  const found = new Uint8Array(weights.length);
  for (let i = 0; i < matches.count; i++) found[matches.terms[i] as number] = 1;
  let total = 0;
  let covered = 0;
  for (let t = 0; t < found.length; t++) {
    total += weights[t] as number;
    if (found[t] === 1) covered += weights[t] as number;
  }
  return matches.count === 0 ? 0 : Math.max(MIN_SCORE, Math.min(1, covered / (total || 1)));
}
