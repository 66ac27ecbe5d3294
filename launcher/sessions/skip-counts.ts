import type { SkipReason } from '../../src/transcripts/recorded-session.ts';

const MAX_EXAMPLES = 3;

/** Counts recordings that were skipped, entirely or in part, by reason. */
export interface SkipCounts {
  readonly counts: ReadonlyMap<SkipReason, number>;
  /** A few of the paths for each reason. */
  readonly examples: ReadonlyMap<SkipReason, readonly string[]>;
  add(reason: SkipReason, place: string): void;
}

export function createSkipCounts(): SkipCounts {
  const counts = new Map<SkipReason, number>();
  const examples = new Map<SkipReason, string[]>();
  return {
    counts,
    examples,
    add(reason, place) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
      const places = examples.get(reason) ?? [];
      if (places.length < MAX_EXAMPLES) examples.set(reason, [...places, place]);
    },
  };
}
