import type { Care } from '../engine/pruner.ts';
import type { Action } from '../transcripts/actions/action.ts';
import { toAction } from '../transcripts/actions/to-action.ts';
import { type CallFacts, filesOf, type GivenResult } from './given-result.ts';
import type { WholeReason } from './whole-reasons.ts';

/**
 * What may be left out of results about which nobody asked, as the user chooses it. `more`: whatever pays most. `default`:
 * what loses nothing, and the kinds of results of which at most one cut in ten misses a line (docs/recorded-sessions.md).
 */
export const HOOK_CUTS = ['default', 'more'] as const;
export type HookCuts = (typeof HOOK_CUTS)[number];
/** The choice in a host. `references`: only what loses nothing, where more than one cut in ten misses a line by default. */
export type AppliedCuts = HookCuts | 'references';

/** Reasons for which a result is not cut, although references may replace what the agent has already. */
const WHOLE_BUT_KNOWN = new Set<WholeReason | undefined>(['short', 'review']);

/** Kinds of results that are cut by default. */
const CUT_BY_DEFAULT = new Set<Action['kind']>(['command', 'other']);

/** Returns the levels to try on a result, best first. `why` is the reason not to cut it. */
export function caresOf(
  given: GivenResult,
  { wasRead = () => false }: Pick<CallFacts, 'wasRead'>,
  cuts: AppliedCuts,
  why: WholeReason | undefined,
): readonly Care[] {
  if (why !== undefined && !WHOLE_BUT_KNOWN.has(why)) return [];
  const { tool, args } = given;
  const { kind } = toAction(tool, args);
  // The agent reads a file again to see it again.
  const isAgain = kind === 'read' && filesOf(given).some(wasRead);
  const references = isAgain ? [] : (['references'] as const);
  if (why !== undefined) return references;
  if (cuts === 'more') return ['balanced', ...references];
  return cuts === 'default' && CUT_BY_DEFAULT.has(kind) ? ['careful', ...references] : references;
}
