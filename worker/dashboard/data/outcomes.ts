import type { Shares, WorkingSetSum } from '../../../src/context/usage/sum-working-set.ts';

/** Outcomes of tokens in the order of the chart: from kept to releasable. */
export const OUTCOMES = ['held', 'rest', 'going'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const OUTCOME_NAMES: Readonly<Record<Outcome, string>> = {
  held: 'Protected',
  rest: 'Kept for now',
  going: 'Would be released',
};

export const tokensOf = ({ held, rest, going }: Shares): number => held + rest + going;

/** Sums tokens and segments by outcome. */
export function sumOutcomes({
  byType,
  heldBy,
  going,
  segments,
}: WorkingSetSum): Readonly<Record<Outcome, { readonly tokens: number; readonly segments: number }>> {
  const tokens = (of: Outcome): number => byType.reduce((sum, shares) => sum + shares[of], 0);
  const held = heldBy.reduce((sum, one) => sum + one.segments, 0);
  return {
    held: { tokens: tokens('held'), segments: held },
    rest: { tokens: tokens('rest'), segments: segments - held - going.length },
    going: { tokens: tokens('going'), segments: going.length },
  };
}
