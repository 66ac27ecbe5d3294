import { estimateTokens } from '../../src/engine/keep/tokens.ts';
import { LIKE_MARKER } from '../../src/text/gap-marker.ts';
import { LIKE_NOTICE } from '../../src/text/hook-notice.ts';
import { commandOf, isShellTool, toAction } from '../../src/transcripts/actions/to-action.ts';
import { type AnswerLimits, type CallFacts, filesOf, firstLineOf, type GivenResult } from './given-result.ts';
import { printedFiles } from './printed-files.ts';
import { isPart } from './shown-files.ts';
import { isUntouchable } from './untouchable.ts';

/** Min estimated tokens of a result. Shortening a smaller one saves less than the lost lines cost. */
const MIN_TOKENS = 2000;

/** The user's settings for results that pass unchanged. */
export interface WholeOptions {
  /** Min UTF-16 units of a result. Shorter ones pass unchanged. */
  readonly minChars: number;
  /** True for a file that must never be shortened, as configured by the user. */
  readonly isIgnored: (file: string) => boolean;
}

/** True if a result may be shortened, regardless of its session. */
export function mayBeShortened(given: GivenResult, { minChars, isIgnored }: WholeOptions): boolean {
  if (given.text.length < minChars || isAmbiguous(given)) return false;
  return ![...filesOf(given), ...wordsOf(given)].some((file) => isUntouchable(file) || isIgnored(file));
}

/**
 * Reason why a result passes unchanged. `again`: it shows a file that was shown with parts left out before. `range`:
 * the agent asked for certain lines. `named`: the prompt names the file. `review`: any line may matter. `short`:
 * shortening would not pay.
 */
export type WhyWhole = 'again' | 'range' | 'named' | 'review' | 'short';

/** Returns why a result must pass unchanged; undefined if it may be shortened. */
export function whyWhole(
  given: GivenResult,
  { wasShortened, context }: Pick<CallFacts, 'wasShortened' | 'context'>,
  { shownChars = given.text.length }: AnswerLimits,
): WhyWhole | undefined {
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

/** Matches the beginning of a skill, a command or an agent: front matter with a name and a description. */
const INSTRUCTIONS = /^\uFEFF?---\r?\n(?=(?:.*\r?\n){0,20}?name:)(?=(?:.*\r?\n){0,20}?description:)/;

/**
 * True if markers would be misread, because the text contains such lines itself, or because the host and the engine
 * count lines differently.
 */
function isAmbiguous({ text, path }: GivenResult): boolean {
  return (
    LIKE_MARKER.test(text) ||
    LIKE_NOTICE.test(text) ||
    INSTRUCTIONS.test(text) ||
    (path !== undefined && /\r(?!\n)/.test(text))
  );
}
