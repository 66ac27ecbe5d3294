import type { Document } from './scorer.ts';

/** Parameters of where the threshold falls. */
export interface ThresholdRule {
  /** Max share of lines above the threshold. */
  readonly max: number;
  /** Shares of the best line's score: the usual threshold, and the lowest. */
  readonly usual: number;
  readonly floor: number;
}

const BLOCKS: ThresholdRule = { max: 0.42, usual: 0.45, floor: 0.25 };
/** Rows and events are short and stand for themselves, so more of them are shown. */
export const RECORDS: ThresholdRule = { max: 0.6, usual: 0.25, floor: 0.12 };

/**
 * Maps raw scores to 0..1 so that 0.5 falls where a focused question is usually answered. The threshold is a share of
 * the best line's score, bounded to between a sixth and two fifths of the lines. The order of lines is unchanged.
 */
export function calibrate(raw: Float32Array, document: Document, cut: ThresholdRule = BLOCKS): Float32Array {
  const n = raw.length;
  let max = 0;
  for (let i = 0; i < n; i++) max = Math.max(max, raw[i] as number);
  if (max === 0) return raw;
  // Histogram of the scores of non-blank lines, to find shares without sorting.
  const bins = new Int32Array(512);
  let solid = 0;
  for (let i = 0; i < n; i++) {
    if (document.shape.roles[i] === 0) continue;
    solid++;
    const bin = Math.min(511, (((raw[i] as number) / max) * 511) | 0);
    bins[bin] = (bins[bin] as number) + 1;
  }
  const min = cutAt(bins, solid * cut.max) * max;
  const greatest = cutAt(bins, solid * 0.16) * max;
  // The floor keeps mere neighbors from filling the share where little matches.
  const middle = Math.max(cut.floor * max, Math.min(Math.max(cut.usual * max, min), Math.max(greatest, min)));
  for (let i = 0; i < n; i++) {
    const x = raw[i] as number;
    raw[i] = x <= 0 ? 0 : x >= middle ? 0.5 + (0.5 * (x - middle)) / (max - middle || 1) : (0.5 * x) / middle;
  }
  return raw;
}

/** Returns the lowest share of the best score that at most `lines` lines reach. */
function cutAt(bins: Int32Array, lines: number): number {
  let above = 0;
  for (let b = 511; b >= 0; b--) {
    above += bins[b] as number;
    if (above > lines) return Math.min(1, (b + 1) / 511);
  }
  return 1 / 511;
}
