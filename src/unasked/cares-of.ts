import type { Care } from '../engine/pruner.ts';
import type { Action } from '../transcripts/actions/action.ts';
import { toAction } from '../transcripts/actions/to-action.ts';
import type { AppliedCuts } from './cuts.ts';
import { type CallFacts, filesOf, type GivenResult } from './given-result.ts';
import type { WholeReason } from './whole-reasons.ts';

/** Reasons that rule out cuts, but not references to what the agent has already. */
const WHOLE_BUT_KNOWN = new Set<WholeReason | undefined>(['short', 'review']);

/** Matches a command that prints changes, which an agent prints to check each of them. */
const DIFF =
  /(?:^|[\s;&|(])(?:(?:git|jj|hg|svn)(?:\s+-\S+(?:\s+[^-\s]\S*)?)*\s+(?:diff|show|log\b[^;&|\n]*\s-p)(?=\s|$)|diff\s|gh\s+pr\s+diff\b)/m;

/** True for a result that is cut by default, by measure (docs/recorded-sessions.md). */
const isCutByDefault = (action: Action): boolean => action.kind === 'command' && !DIFF.test(action.command);

/** Returns the levels to try on a result, best first. `why` is the reason not to cut it. */
export function caresOf(
  given: GivenResult,
  { wasRead = () => false }: Pick<CallFacts, 'wasRead'>,
  cuts: AppliedCuts,
  why: WholeReason | undefined,
): readonly Care[] {
  if (why !== undefined && !WHOLE_BUT_KNOWN.has(why)) return [];
  const { tool, args } = given;
  const action = toAction(tool, args);
  // The agent reads a file again to see it again.
  const isAgain = action.kind === 'read' && filesOf(given).some(wasRead);
  const references = isAgain ? [] : (['references'] as const);
  if (why !== undefined) return references;
  const isCut = cuts === 'more' || (cuts === 'default' && isCutByDefault(action));
  return isCut ? ['balanced', ...references] : references;
}
