import type { Draws } from './draw-sessions.ts';
import { weightedSums } from './weighted-sums.ts';

/**
 * A ratio of two sums over sessions. Both columns have one number per session. A column shared by several ratios is
 * summed once.
 */
export interface Ratio {
  readonly above: Float64Array;
  readonly below: Float64Array;
  /** Min and max possible value of the ratio. Default 0 and 1. */
  readonly bounds?: readonly [min: number, max: number] | undefined;
}

/** A ratio and its uncertainty. */
export interface Figure {
  /** Undefined if the denominator is 0. */
  readonly value: number | undefined;
  /** 95 % interval. Undefined if there are too few sessions. */
  readonly interval: readonly [low: number, high: number] | undefined;
  /** Number of sessions, or other drawn units, that the ratio is based on. */
  readonly sessions: number;
}

/** Default min sessions for an interval. With fewer, resampling gives intervals that are far too narrow. */
export const MIN_SESSIONS = 10;

/**
 * Computes ratios with intervals by the percentile bootstrap over sessions (Efron, 1979; Davison and Hinkley, 1997).
 * Sessions are drawn with replacement, since results of one session are not independent. Each ratio is computed from
 * the sums. If all resamples agree, the interval is the exact binomial bound for that many sessions without an
 * exception, since an exception that was never seen may still exist. `which` maps the rows of the columns to the drawn
 * sessions.
 */
export function bootstrapRatios(
  ratios: readonly Ratio[],
  draws: Draws,
  which: Int32Array,
  minSessions: number = MIN_SESSIONS,
): Figure[] {
  const columns = [...new Set(ratios.flatMap(({ above, below }) => [above, below]))];
  const places = new Map(columns.map((column, at) => [column, at]));
  const asked = ratios.map(({ above, below, bounds = [0, 1] as const }) => ({
    ...{ above: places.get(above) as number, below: places.get(below) as number, bounds },
    sessions: below.reduce((sum, each) => sum + (each === 0 ? 0 : 1), 0),
    drawn: new Float64Array(draws.resamples),
  }));
  const times = new Float64Array(which.length);
  const more = new Float64Array(which.length);
  for (let resample = 0; resample < draws.resamples; resample += 2) {
    draws.read(resample, which, times);
    if (resample + 1 < draws.resamples) draws.read(resample + 1, which, more);
    const sums = weightedSums(columns, times, more);
    for (const { drawn, above, below } of asked) {
      drawn[resample] = (sums[above] as number) / (sums[below] as number);
      // For an odd number of resamples, writing past the end of the typed array has no effect.
      drawn[resample + 1] = (sums[columns.length + above] as number) / (sums[columns.length + below] as number);
    }
  }
  const sums = weightedSums(columns, times.fill(1), more);
  return asked.map(({ above, below, sessions, drawn, bounds }) => {
    if (sums[below] === 0 || sessions === 0) return { value: undefined, interval: undefined, sessions };
    const value = (sums[above] as number) / (sums[below] as number);
    return { value, interval: sessions < minSessions ? undefined : intervalOf(drawn, sessions, bounds), sessions };
  });
}

function intervalOf(
  drawn: Float64Array,
  sessions: number,
  [min, max]: readonly [number, number],
): readonly [number, number] {
  // A resample may contain none of the sessions that the ratio is based on.
  const sorted = drawn.filter(Number.isFinite).sort();
  const low = percentile(sorted, 0.025);
  const high = percentile(sorted, 0.975);
  if (high - low > 1e-9) return [low, high];
  const unseen = 1 - 0.025 ** (1 / sessions);
  return [low - unseen * (low - min), high + unseen * (max - high)];
}

/** Interpolates between the two nearest of the sorted values. */
function percentile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)] as number;
  return below + ((sorted[Math.ceil(at)] as number) - below) * (at - Math.floor(at));
}
