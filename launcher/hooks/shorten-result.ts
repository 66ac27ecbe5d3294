import type { Care, PruneDetails, Pruner } from '../../src/engine/pruner.ts';
import type { SessionContext } from '../../src/session-memory/session-context.ts';
import type { PruneStage } from '../../src/shorten/options.ts';
import type { Part, PrunedOutput, Wanted } from '../../src/shorten/output.ts';
import { pruneParts } from '../../src/shorten/prune-parts.ts';
import { LIKE_MARKER } from '../../src/text/gap-marker.ts';
import { HOOK_NOTICE, LIKE_NOTICE } from '../../src/text/hook-notice.ts';
import { toShownResult } from '../../src/transcripts/actions/shown-result.ts';
import { commandOf, isShellTool, toAction } from '../../src/transcripts/actions/to-action.ts';
import type { Arguments } from '../../src/transcripts/session-event.ts';
import { printedFiles } from './printed-files.ts';
import { filesShown, isPart } from './shown-files.ts';
import { isUntouchable } from './untouchable.ts';

/**
 * Estimated cost of a lost line in tokens, on top of reading it back, for results of hosts' own tools. It is lower than
 * the engine's own value, because a hook leaves more unchanged: instructions, subagents' reports, repeated reads, and
 * lines that answer the agent's words. Determined from recorded sessions, see docs/recorded-sessions.md.
 */
export const LOSS_TOKENS: Readonly<Record<Care, number>> = { careful: 2500, balanced: 500 };

/** Result of a host's own tool, and the call that returned it. */
export interface GivenResult {
  /** Name of the tool in the host. */
  readonly tool: string;
  readonly args: Arguments;
  readonly text: string;
  /** File that the text comes from, if the tool reads files. */
  readonly path?: string | undefined;
  /** Line number of the text's first line in that file. Default: derived from the call. */
  readonly firstLine?: number | undefined;
}

/** Facts about a call, from its session. */
export interface CallFacts {
  /** What the call is about, in the agent's words or the user's; undefined if nothing was said. */
  readonly question: string | undefined;
  readonly context: SessionContext | undefined;
  /** True if a file was shown to the agent with parts left out. */
  wasShortened(file: string): boolean;
}

export interface ShortenOptions {
  readonly care: Care;
  /** Min UTF-16 units of a result. Shorter ones pass unchanged. */
  readonly minChars: number;
  /** True for a file that must never be shortened, as configured by the user. */
  readonly isIgnored: (file: string) => boolean;
  /** Must be an embedded pruner, because others need a question. */
  readonly pruner: Pruner;
}

export interface ShortenedText {
  readonly text: string;
  readonly details: PruneDetails;
  /** Line number of the original text's first line. */
  readonly firstLine: number;
}

/** True if a result may be shortened, regardless of its session. */
export function mayBeShortened(given: GivenResult, { minChars, isIgnored }: ShortenOptions): boolean {
  if (given.text.length < minChars || isAmbiguous(given)) return false;
  return ![...filesOf(given), ...wordsOf(given)].some((file) => isUntouchable(file) || isIgnored(file));
}

/**
 * Returns a result that may be shortened as a part to prune. Undefined if the agent asks again for lines that were left
 * out, because it needs them. `shownChars` is how much the host would show, if it shows only a part.
 */
export function unaskedPart(
  given: GivenResult,
  { wasShortened }: Pick<CallFacts, 'wasShortened'>,
  shownChars: number = given.text.length,
): (Part<string> & { readonly firstLine: number }) | undefined {
  const { tool, args, text, path } = given;
  const firstLine = given.firstLine ?? firstLineOf(given);
  if (isPart(args, toAction(tool, args), firstLine) && filesOf(given).some(wasShortened)) return undefined;
  const saves = (pruned: string): boolean => {
    return pruned.trim() !== '' && isShorter(pruned, text.length) && isShorter(pruned, shownChars);
  };
  return { text, path, firstLine, saves, apply: (pruned) => pruned };
}

/** Returns what is wanted of a result that nobody asked a question about. */
export function unaskedWish({ question = '', context }: CallFacts, care: Care): Wanted {
  const automatic = { care, lossTokens: LOSS_TOKENS[care] };
  return { question, context, automatic, noticeTokens: HOOK_NOTICE.tokens };
}

/** Returns the pruner of results, without events and without a limit of its own. */
export function unaskedStage(pruner: Pruner): PruneStage {
  return { chosen: { pruner, endpoint: 'embedded' }, now: () => 0 };
}

/**
 * Removes what the session appears not to need from a result that may be shortened. Undefined if the result passes
 * unchanged. Rejects if the pruner fails.
 */
export async function shortenResult(
  given: GivenResult,
  facts: CallFacts,
  { care, pruner }: ShortenOptions,
  signal: AbortSignal,
): Promise<ShortenedText | undefined> {
  const part = unaskedPart(given, facts);
  if (part === undefined) return undefined;
  const side = { signal, log: () => {} };
  const pruned = await pruneParts(
    given.tool,
    { parts: [part] },
    unaskedWish(facts, care),
    { prune: unaskedStage(pruner) },
    side,
  );
  return toShortened(pruned, part.firstLine);
}

/** Returns the shortened text; undefined if the result passes unchanged. Throws if the pruner failed. */
export function toShortened(
  { parts: [part], pruning }: PrunedOutput<string>,
  firstLine: number,
): ShortenedText | undefined {
  if (pruning.error !== undefined) throw new Error(pruning.error.message);
  if (part?.leftOut !== true || part.shown === undefined || part.details === undefined) return undefined;
  return { text: part.shown, details: part.details, firstLine };
}

/** True if the text with a notice is shorter than the original. */
function isShorter(text: string, chars: number): boolean {
  return text.length + HOOK_NOTICE.chars < chars;
}

/** Returns the files whose lines a result shows. */
export function filesOf({ tool, args, path }: GivenResult): readonly string[] {
  return path === undefined ? filesShown(toAction(tool, args)) : [path];
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

/** Returns the line number in the file of the first line that a command prints, for example 40 for `sed -n 40,90p`. */
function firstLineOf({ tool, args, text }: GivenResult): number {
  const action = toAction(tool, args);
  if (action.kind !== 'read') return 1;
  const shown = toShownResult(action, text);
  // Lines that are printed with numbers need no offset.
  return shown.text.trimEnd() === text.trimEnd() ? (shown.firstLine ?? 1) : 1;
}

/**
 * True if markers would be misread, because the text contains such lines itself, or because the host and the engine
 * count lines differently.
 */
function isAmbiguous({ text, path }: GivenResult): boolean {
  return LIKE_MARKER.test(text) || LIKE_NOTICE.test(text) || (path !== undefined && /\r(?!\n)/.test(text));
}
