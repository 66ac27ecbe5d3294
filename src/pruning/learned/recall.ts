import type { Purpose } from '../scorer.ts';
import { RECALLS } from './recalls.ts';

/**
 * The expected share of the needed lines among those that are kept (`keep` holds 0 for a line left out), by how likely each
 * line is needed, as it came true on recorded sessions.
 */
export function recallOf(risks: Float32Array, purpose: Purpose): (keep: Uint8Array) => number {
  const curve = RECALLS[
    purpose === 'careful' || purpose === 'balanced' ? 'automatic' : 'question'
  ] as readonly number[];
  return (keep) => {
    let all = 0;
    let kept = 0;
    for (let i = 0; i < risks.length; i++) {
      all += risks[i] as number;
      if (keep[i] !== 0) kept += risks[i] as number;
    }
    return all === 0 ? 1 : interpolate(curve, kept / all);
  };
}

/** The value of a curve given at even steps from 0 to 1. */
function interpolate(curve: readonly number[], at: number): number {
  const place = at * (curve.length - 1);
  const below = Math.min(curve.length - 2, Math.floor(place));
  const from = curve[below] as number;
  return from + ((curve[below + 1] as number) - from) * (place - below);
}
