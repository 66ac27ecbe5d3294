import type { Care } from '../engine/pruner.ts';
import type { Action } from '../transcripts/actions/action.ts';
import { toAction } from '../transcripts/actions/to-action.ts';
import { type CallFacts, filesOf, type GivenResult } from './given-result.ts';
import type { WholeReason } from './whole-reasons.ts';

/**
 * What a user lets hooks leave out without a question. `default`: what loses nothing, and in kinds of results that rarely
 * miss a line, more (docs/recorded-sessions.md). `more`: whatever pays most.
 */
export const HOOK_CUTS = ['default', 'more'] as const;
export type HookCuts = (typeof HOOK_CUTS)[number];
/** What is left out in a host. `references`: only what loses nothing. */
export type AppliedCuts = HookCuts | 'references';

/** Reasons that rule out cuts, but not references to what the agent has already. */
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
