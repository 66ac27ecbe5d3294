import type { Care } from '../engine/pruner.ts';
import type { Action } from '../transcripts/actions/action.ts';
import { toAction } from '../transcripts/actions/to-action.ts';
import { type CallFacts, filesOf, type GivenResult } from './given-result.ts';
import type { WholeReason } from './whole-reasons.ts';

/**
 * What may be left out of results about which nobody asked. `more`: whatever pays most. `default`: what loses nothing, and
 * the kinds of results of which at most one cut in ten misses a line (docs/recorded-sessions.md).
 */
export const HOOK_CUTS = ['default', 'more'] as const;
export type HookCuts = (typeof HOOK_CUTS)[number];

/** Reasons for which a result is not cut, although references may replace what the agent has already. */
const WHOLE_BUT_KNOWN = new Set<WholeReason | undefined>(['short', 'review']);

type Kinds = ReadonlySet<Action['kind']>;

/** Kinds of results that are cut by default, by host: at most one cut in ten misses a needed line. */
const CUT_BY_DEFAULT: { readonly others: Kinds; readonly [host: string]: Kinds | undefined } = {
  'claude-code': new Set(),
  others: new Set(['command', 'other']),
};

/** Returns the levels to try on a result, best first. `why` is the reason not to cut it. */
export function caresOf(
  given: GivenResult,
  { context }: Partial<CallFacts>,
  cuts: HookCuts,
  why: WholeReason | undefined,
): readonly Care[] {
  if (why !== undefined && !WHOLE_BUT_KNOWN.has(why)) return [];
  const { host = '', tool, args } = given;
  const { kind } = toAction(tool, args);
  // The agent reads a file again to see it again.
  const isAgain = kind === 'read' && filesOf(given).some((file) => (context?.reads(file) ?? 0) > 0);
  const references = isAgain ? [] : (['references'] as const);
  if (why !== undefined) return references;
  if (cuts === 'more') return ['balanced', ...references];
  return (CUT_BY_DEFAULT[host] ?? CUT_BY_DEFAULT.others).has(kind) ? ['careful', ...references] : references;
}
