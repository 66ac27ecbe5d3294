import type { PruneDetails, Pruner } from '../engine/pruner.ts';
import type { SessionContext } from '../session-memory/session-context.ts';
import type { PruneStage } from '../shorten/options.ts';
import type { Part, PrunedOutput, Wanted } from '../shorten/output.ts';
import { pruneParts } from '../shorten/prune-parts.ts';
import { HOOK_NOTICE } from '../text/hook-notice.ts';
import { isShellTool } from '../transcripts/actions/to-action.ts';
import { asOnTerminal } from './as-on-terminal.ts';
import { caresOf } from './cares-of.ts';
import type { AppliedCuts } from './cuts.ts';
import { type AnswerLimits, type CallFacts, firstLineOf, type GivenResult } from './given-result.ts';
import type { WholeReason } from './whole-reasons.ts';
import { type WholeOptions, whyWhole } from './why-whole.ts';

/**
 * Costs of a lost line, and the cost of a token of a result. The values are those that saved most in
 * docs/recorded-sessions.md.
 */
export const LOSS = {
  /**
   * Additional requests over the session's context that the agent makes because a line is missing, apart from reading
   * it back.
   */
  requests: 1.5,
  /**
   * Prices in tokens of uncached input: `cached` is for one cached token, `answer` for the 150 tokens that the agent
   * writes to read lines back.
   */
  cached: 0.1,
  answer: 750,
  /**
   * Price of a result's token, which is written to the cache once and read by each later request. It is the mean over
   * recorded sessions.
   */
  resultToken: 8,
  /** Tokens of a session's context, used if its host does not count them. */
  usualContext: 60_000,
  /**
   * The same before the first result. Hosts send 12,000 to 16,000 with an empty configuration
   * (docs/measured/hooks-sessions.csv), and record the count of the first request only after its results.
   */
  firstContext: 20_000,
};

/** Returns the cost of a lost line, apart from reading it back, in tokens of a result. */
export function lossTokens({ tokens, results }: Partial<SessionContext> = {}): number {
  const context = tokens ?? (results === 0 ? LOSS.firstContext : LOSS.usualContext);
  return (LOSS.requests * (LOSS.cached * context + LOSS.answer)) / LOSS.resultToken;
}

/**
 * Min share of a result that must be left out. A smaller saving is not worth a gap, because any gap makes the reader
 * doubt the rest. References lose nothing.
 */
const MIN_SAVED = { gaps: 0.3, references: 0.15 } as const;

export interface UnaskedOptions extends WholeOptions {
  readonly cuts: AppliedCuts;
  /** Must be an embedded pruner, because others need a question. */
  readonly pruner: Pruner;
}

export interface ShortenedText {
  readonly text: string;
  readonly details: PruneDetails;
  /** Line number of the original text's first line. */
  readonly firstLine: number;
}

/** A result to prune, and why it stays whole if nothing can be left out. */
export interface UnaskedPart extends Part<string> {
  readonly firstLine: number;
  readonly otherwise: WholeReason;
}

/** Returns a result as a part to prune, or why it must pass unchanged. */
export function unaskedPart(
  given: GivenResult,
  facts: Partial<CallFacts> & Pick<CallFacts, 'wasShortened'>,
  cuts: AppliedCuts,
  limits: AnswerLimits = {},
): UnaskedPart | WholeReason {
  const why = whyWhole(given, facts, limits);
  const cares = caresOf(given, facts, cuts, why);
  if (cares.length === 0) return why ?? 'declined';
  const { text, path } = given;
  const { shownChars = text.length, maxBytes } = limits;
  const saves: Part<string>['saves'] = (pruned, care) => {
    const share = care === 'references' ? MIN_SAVED.references : MIN_SAVED.gaps;
    return isShorter(pruned, { share, chars: text.length, shownChars });
  };
  return {
    ...{ path, firstLine: firstLineOf(given), cares, saves, apply: (pruned) => pruned },
    ...(isShellTool(given.tool) ? { text: asOnTerminal(text), original: text, whole: text } : { text }),
    maxBytes: maxBytes && maxBytes - HOOK_NOTICE.chars,
    otherwise: why ?? 'declined',
  };
}

/** Returns the pruning request for a result about which the agent asked no question. */
export function unaskedWish({ question = '', context }: CallFacts): Wanted {
  return { question, context, automatic: { lossTokens: lossTokens(context) }, noticeTokens: HOOK_NOTICE.tokens };
}

/** Returns the pruning stage of hooks, which logs no events and has no time limit of its own. */
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
  { cuts, pruner }: UnaskedOptions,
  signal: AbortSignal,
  limits: AnswerLimits = {},
): Promise<ShortenedText | undefined> {
  const part = unaskedPart(given, facts, cuts, limits);
  if (typeof part === 'string') return undefined;
  const side = { signal, log: () => {} };
  const pruned = await pruneParts(
    { tool: given.tool },
    { parts: [part] },
    unaskedWish(facts),
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

/**
 * True if the text with a notice is shorter than the original by at least `share`, and shorter than the text that the
 * host would show.
 */
function isShorter(
  text: string,
  { share, chars, shownChars }: { readonly share: number; readonly chars: number; readonly shownChars: number },
): boolean {
  return text.length + HOOK_NOTICE.chars < Math.min((1 - share) * chars, shownChars);
}
