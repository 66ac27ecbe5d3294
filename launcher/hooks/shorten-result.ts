import { utf8Bytes } from '../../src/base/json/utf8-bytes.ts';
import { estimateTokens } from '../../src/engine/keep/tokens.ts';
import type { Care, PruneDetails, Pruner } from '../../src/engine/pruner.ts';
import type { SessionContext } from '../../src/session-memory/session-context.ts';
import type { PruneStage } from '../../src/shorten/options.ts';
import type { Part, PrunedOutput, Wanted } from '../../src/shorten/output.ts';
import { pruneParts } from '../../src/shorten/prune-parts.ts';
import { LIKE_MARKER, readMarker } from '../../src/text/gap-marker.ts';
import { HOOK_NOTICE, LIKE_NOTICE } from '../../src/text/hook-notice.ts';
import { toShownResult } from '../../src/transcripts/actions/shown-result.ts';
import { commandOf, isShellTool, toAction } from '../../src/transcripts/actions/to-action.ts';
import type { Arguments } from '../../src/transcripts/session-event.ts';
import { printedFiles } from './printed-files.ts';
import { filesShown, isPart } from './shown-files.ts';
import { isUntouchable } from './untouchable.ts';

/**
 * Requests over the session's context that a lost line is said to cost, beside reading it back. For `balanced` it was
 * chosen by what pays best on recordings; for `careful` it is three times as much. See docs/recorded-sessions.md.
 */
export const LOSS_REQUESTS: Readonly<Record<Care, number>> = { careful: 4.6, balanced: 1.5 };
/** Prices in tokens of uncached input: of a cached token, and of the 150 tokens that the agent writes to have lines back. */
const CACHED = 0.1;
const ANSWER = 750;
/** Price of a token of a result, which is written to the cache once and read by each later request: the mean on recordings. */
const RESULT_TOKEN = 8;
/** Tokens of a session's context, if its host does not count them. */
const USUAL_CONTEXT = 60_000;

/** Returns what a lost line costs beside reading it back, in tokens of a result. */
function lossTokens(care: Care, context: SessionContext | undefined): number {
  return (LOSS_REQUESTS[care] * (CACHED * (context?.tokens ?? USUAL_CONTEXT) + ANSWER)) / RESULT_TOKEN;
}

/** Min estimated tokens of a result. What shorter ones would spare does not pay for the lines that they would lose. */
const MIN_TOKENS = 2000;
/** Min lines of its own that a shortened result shows. */
const MIN_LINES = 10;

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

/** Limits of a host. */
export interface AnswerLimits {
  /** UTF-16 units that the host would show of the whole. Default: all. */
  readonly shownChars?: number | undefined;
  /** Max bytes of an answer. Default: no limit. */
  readonly maxBytes?: number | undefined;
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
 * out, or for a range, because it needs them.
 */
export function unaskedPart(
  given: GivenResult,
  { wasShortened, context }: Pick<CallFacts, 'wasShortened' | 'context'>,
  { shownChars = given.text.length, maxBytes = Number.POSITIVE_INFINITY }: AnswerLimits = {},
): (Part<string> & { readonly firstLine: number }) | undefined {
  const { tool, args, text, path } = given;
  const firstLine = given.firstLine ?? firstLineOf(given);
  const files = filesOf(given);
  const action = toAction(tool, args);
  const isAgain = action.kind === 'read' && files.some(wasShortened);
  // Of a text that the host cuts itself, a whole is not to be had.
  const isWanted = shownChars >= text.length && (isAgain || isPart(args, action, firstLine));
  const isAskedFor = context?.isReview === true || files.some((file) => context?.isAskedFor?.(file));
  if (isWanted || isAskedFor || estimateTokens(text, 0, text.length) < MIN_TOKENS) return undefined;
  const saves = (pruned: string): boolean => {
    const fits = utf8Bytes(pruned) + HOOK_NOTICE.chars <= maxBytes;
    return fits && isShorter(pruned, Math.min(text.length, shownChars)) && hasLines(pruned);
  };
  return { text, path, firstLine, saves, apply: (pruned) => pruned };
}

/** Returns what is wanted of a result that nobody asked a question about. */
export function unaskedWish({ question = '', context }: CallFacts, care: Care): Wanted {
  const automatic = { care, lossTokens: lossTokens(care, context) };
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
  limits: AnswerLimits = {},
): Promise<ShortenedText | undefined> {
  const part = unaskedPart(given, facts, limits);
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

/** True if enough of the text's own lines are left to be read. */
function hasLines(pruned: string): boolean {
  let own = 0;
  for (const line of pruned.split('\n')) {
    const marker = readMarker(line);
    // Lines that were given before are there.
    if (marker?.kind === 'known') own += marker.count;
    else if (marker === undefined && line.trim() !== '') own++;
  }
  return own >= MIN_LINES;
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
