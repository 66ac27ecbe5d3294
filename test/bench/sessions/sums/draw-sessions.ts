import { seededRandom } from '../seeded-random.ts';

export interface DrawOptions {
  readonly seed?: number | undefined;
  readonly resamples?: number | undefined;
}

/** Resamples of the same sessions. They are drawn once, because drawing takes as long as summing a few columns. */
export interface Draws {
  readonly sessions: number;
  readonly resamples: number;
  /** Writes into `into` how often each session of `which` was drawn. */
  read(resample: number, which: Int32Array, into: Float64Array): void;
}

const DEFAULT_RESAMPLES = 1000;
const DEFAULT_SEED = 17;

/** Draws as many sessions as there are, with replacement, once per resample. The same seed gives the same draws. */
export function drawSessions(
  sessions: number,
  { seed = DEFAULT_SEED, resamples = DEFAULT_RESAMPLES }: DrawOptions = {},
): Draws {
  const next = seededRandom(seed);
  // A session is practically never drawn more than 255 times in one resample, so bytes suffice.
  const times = new Uint8Array(sessions * resamples);
  for (let start = 0; start < times.length; start += sessions) {
    for (let i = 0; i < sessions; i++) {
      const at = start + Math.floor(next() * sessions);
      times[at] = (times[at] as number) + 1;
    }
  }
  return {
    ...{ sessions, resamples },
    read(resample, which, into) {
      const start = resample * sessions;
      for (let i = 0; i < which.length; i++) into[i] = times[start + (which[i] as number)] as number;
    },
  };
}
