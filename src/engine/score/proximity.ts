import type { CooperativeTask } from '../../text/cooperative-task.ts';
import type { Matches } from './matches.ts';
import { WEIGHTS } from './weights.ts';

/** Occurrences per part of the work. Each may reach some hundred lines. */
const PART = 8192;

/**
 * Scores how much of the question is on or near each line, 0..1. Each term counts with its nearest occurrence, fading
 * per line (`fade` is the share left) and at block edges. The sum is weighted by rarity and relative to the best
 * line.
 */
export function* proximity(
  matches: Matches,
  rarity: Float64Array,
  blockOf: Int32Array,
  n: number,
  fade: number,
): CooperativeTask<Float32Array> {
  const out = new Float32Array(n);
  const nearest = new Float32Array(n);
  // Occurrences grouped by term, still in line order.
  const first = new Int32Array(rarity.length + 1);
  for (let i = 0; i < matches.count; i++)
    first[(matches.terms[i] as number) + 1] = (first[(matches.terms[i] as number) + 1] as number) + 1;
  for (let t = 0; t < rarity.length; t++) first[t + 1] = (first[t + 1] as number) + (first[t] as number);
  const order = new Int32Array(matches.count);
  const next = first.slice();
  for (let i = 0; i < matches.count; i++) {
    const t = matches.terms[i] as number;
    order[next[t] as number] = i;
    next[t] = (next[t] as number) + 1;
  }
  for (let t = 0; t < rarity.length; t++) {
    const from = first[t] as number;
    const to = first[t + 1] as number;
    if (from === to) continue;
    nearest.fill(0);
    for (let k = from; k < to; k++) {
      if ((k - from) % PART === 0) yield n / 8 + Math.min(PART, to - from) * 4;
      const at = matches.lines[order[k] as number] as number;
      const strength = (matches.strengths[order[k] as number] as number) / 255;
      spread(nearest, blockOf, at, strength, 1, fade);
      spread(nearest, blockOf, at, strength, -1, fade);
    }
    addTo(out, nearest, rarity[t] as number);
  }
  let max = 0;
  for (let i = 0; i < n; i++) max = Math.max(max, out[i] as number);
  if (max > 0) for (let i = 0; i < n; i++) out[i] = (out[i] as number) / max;
  return out;
}

function addTo(out: Float32Array, nearest: Float32Array, times: number): void {
  for (let i = 0; i < out.length; i++) out[i] = (out[i] as number) + times * (nearest[i] as number);
}

function spread(
  nearest: Float32Array,
  blockOf: Int32Array,
  at: number,
  strength: number,
  step: 1 | -1,
  fade: number,
): void {
  const n = blockOf.length;
  let s = strength;
  for (let i = at; i >= 0 && i < n && s > 0.02; i += step) {
    if (i !== at && (nearest[i] as number) >= s) return;
    if ((nearest[i] as number) < s) nearest[i] = s;
    s *= fade;
    if (i + step >= 0 && i + step < n && blockOf[i + step] !== blockOf[i]) s *= WEIGHTS.wall;
  }
}
