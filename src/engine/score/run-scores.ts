import type { Runs } from '../structure/blocks.ts';
import type { Matches } from './matches.ts';
import { WEIGHTS } from './weights.ts';

/** Computes BM25 of every run of lines, relative to the best run: 0..1. `b` is how much length counts, 0..1. */
export function runScores(runs: Runs, matches: Matches, rarity: Float64Array, b: number): Float32Array {
  const k = WEIGHTS.saturation;
  const scores = new Float32Array(runs.count);
  const words = new Float64Array(runs.count);
  let all = 0;
  for (let i = 0; i < matches.words.length; i++) {
    const r = runs.of[i] as number;
    words[r] = (words[r] as number) + (matches.words[i] as number);
    all += matches.words[i] as number;
  }
  const mean = all / runs.count || 1;
  const terms = rarity.length;
  const counts = new Float64Array(terms);
  const touched = new Int32Array(terms);
  let max = 0;
  for (let i = 0; i < matches.count; ) {
    const r = runs.of[matches.lines[i] as number] as number;
    let used = 0;
    for (; i < matches.count && runs.of[matches.lines[i] as number] === r; i++) {
      const t = matches.terms[i] as number;
      if (counts[t] === 0) touched[used++] = t;
      counts[t] = (counts[t] as number) + (matches.strengths[i] as number) / 255;
    }
    const norm = k * (1 - b + (b * (words[r] as number)) / mean);
    let s = 0;
    for (let u = 0; u < used; u++) {
      const t = touched[u] as number;
      const f = counts[t] as number;
      s += ((rarity[t] as number) * f * (k + 1)) / (f + norm);
      counts[t] = 0;
    }
    scores[r] = s;
    if (s > max) max = s;
  }
  if (max > 0) for (let r = 0; r < runs.count; r++) scores[r] = (scores[r] as number) / max;
  return scores;
}
