import { estimateTokens } from '../../src/engine/keep/tokens.ts';
import { LIKE_MARKER } from '../../src/text/gap-marker.ts';
import { LIKE_NOTICE } from '../../src/text/hook-notice.ts';
import { commandOf, isShellTool, toAction } from '../../src/transcripts/actions/to-action.ts';
import type { WholeReason } from '../savings/whole-reasons.ts';
import { type AnswerLimits, type CallFacts, filesOf, firstLineOf, type GivenResult } from './given-result.ts';
import { printedFiles } from './printed-files.ts';
import { isPart } from './shown-files.ts';
import { instructsAgent, isToFollow, isUntouchable } from './untouchable.ts';

/** Min estimated tokens of a result. Shortening a smaller one saves less than the lost lines cost. */
const MIN_TOKENS = 2000;

/** The user's settings for results that pass unchanged. */
export interface WholeOptions {
  /** True for a file that must never be shortened, as configured by the user. */
  readonly isIgnored: (file: string) => boolean;
}

/** Returns why a result must pass unchanged in any session; undefined if it may be shortened. */
export function whyAlwaysWhole(
  given: GivenResult,
  { isIgnored }: Pick<WholeOptions, 'isIgnored'>,
): WholeReason | undefined {
  if (isAmbiguous(given)) return 'unclear';
  const files = [...filesOf(given), ...wordsOf(given)];
  if (instructsAgent(given.text, files) || files.some(isUntouchable)) return 'instructions';
  return files.some(isIgnored) ? 'ignored' : undefined;
}

/** Returns why a result must pass unchanged in its session; undefined if it may be shortened. */
export function whyWhole(
  given: GivenResult,
  { wasShortened, context, question = '' }: Partial<CallFacts> & Pick<CallFacts, 'wasShortened'>,
  { shownChars = given.text.length }: AnswerLimits,
): WholeReason | undefined {
  const { tool, args, text } = given;
  const files = filesOf(given);
  const action = toAction(tool, args);
  if (estimateTokens(text, 0, text.length) < MIN_TOKENS) return 'short';
  // If the host itself cuts the text, the agent cannot get all of it anyway.
  if (shownChars >= text.length) {
    if (isPart(args, action, firstLineOf(given))) return 'range';
    if (action.kind === 'read' && files.some(wasShortened)) return 'again';
  }
  if (context?.isReview === true) return 'review';
  if (files.some((file) => isToFollow(file, question))) return 'followed';
  return files.some((file) => context?.isAskedFor?.(file)) ? 'named' : undefined;
}

/**
 * Returns the words of a command, because any of them may name a printed file (`git show HEAD:CLAUDE.md`). Adds the
 * files that it may print without naming them.
 */
function wordsOf({ tool, args }: GivenResult): readonly string[] {
  const command = isShellTool(tool) ? commandOf(args) : args['command'];
  if (typeof command !== 'string') return [];
  const words = command.split(/[\s"'`;&|<>(){}=:,]+/).filter((word) => word !== '');
  return [...words, ...printedFiles(command)];
}

/**
 * True if markers would be misread, because the text contains such lines itself, or because the host and the engine
 * count lines differently.
 */
function isAmbiguous({ text, path }: GivenResult): boolean {
  return LIKE_MARKER.test(text) || LIKE_NOTICE.test(text) || (path !== undefined && /\r(?!\n)/.test(text));
}
