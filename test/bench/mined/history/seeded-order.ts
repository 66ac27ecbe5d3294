import { seededRandom } from '../../sessions/seeded-random.ts';

/** Returns a shuffled copy, in the same order for the same seed (Fisher-Yates). */
export function seededOrder<T>(values: readonly T[], seed: number): T[] {
  const shuffled = [...values];
  const next = seededRandom(seed);
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [shuffled[at], shuffled[other]] = [shuffled[other] as T, shuffled[at] as T];
  }
  return shuffled;
}
