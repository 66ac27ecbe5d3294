import { countInTurns } from '../base/tokens/count-in-turns.ts';
import type { PruneFailure, PruneOutcome, PruneRequest, Pruner } from '../engine/pruner.ts';
import { fallbackReasonOf } from '../remote-pruner/fallback-reason.ts';
import { inTurns } from '../text/cooperative-task.ts';
import { fromCacheEntry, toCacheEntry } from './cache/cache-entry.ts';
import type { JoinKey } from './cache/in-flight-work.ts';
import { type Sha256, webSha256 } from './cache/sha256.ts';
import { answerWhole, keepUnlisted } from './keep-whole.ts';
import { listsLines } from './lists-lines.ts';
import type { Measured } from './measured.ts';
import type { PruneContext } from './prune-context.ts';
import { countLines } from './python-lines.ts';
import { type RequestFailure, requestFailure } from './request-failure.ts';
import type { RequestSession } from './session/request-session.ts';
import { takeTurn } from './take-turn.ts';
import { unit } from './unit.ts';
import { whole } from './whole.ts';

interface PrunedWithin {
  readonly outcome: PruneOutcome;
  /** Tokens of the outcome's text; `tokensIn` if nothing was removed. */
  readonly tokensOut: number;
}

/**
 * Max attempts. With this and the margin below, none of 726 answers to a share of 0.1 exceeded it by the real count.
 */
const ATTEMPTS = 4;
/** Factor below the size that would just fit, for the next attempt. */
const MARGIN = 0.97;

/**
 * Prunes to the requested share and number of tokens, counted by the real tokenizer. The engine only estimates, so if
 * it kept too much, it is asked again for less. If hard evidence alone exceeds the limit, that is the answer.
 */
export async function pruneWithin(
  request: PruneRequest,
  pruneContext: PruneContext,
  tokensIn: number,
): Promise<PrunedWithin> {
  const limit = Math.min((request.targetRatio ?? 1) * tokensIn, request.maxTokens ?? tokensIn);
  let asked = request;
  let prune: Pruner['prune'] = (...args) => pruneContext.pruner.prune(...args);
  for (let attempt = 1; ; attempt++) {
    const outcome = await prune(asked, { signal: pruneContext.signal });
    if (!outcome.ok || outcome.details?.changed !== true) return { outcome, tokensOut: tokensIn };
    const tokensOut = await countInTurns(outcome.text, pruneContext.countTokens, takeTurn(pruneContext));
    if (tokensOut <= limit || attempt === ATTEMPTS) return { outcome, tokensOut };
    prune = outcome.again ?? prune;
    const scale = (limit / tokensOut) * MARGIN;
    asked = {
      ...asked,
      targetRatio: asked.targetRatio === undefined ? undefined : asked.targetRatio * scale,
      maxTokens: asked.maxTokens === undefined ? undefined : Math.max(1, Math.floor(asked.maxTokens * scale)),
    };
  }
}

/** Prunes a text and counts the savings. If the rendered text would not have fewer tokens, the original is returned. */
export async function measure(request: PruneRequest, pruneContext: PruneContext): Promise<Measured | RequestFailure> {
  const turn = takeTurn(pruneContext);
  const tokensIn = await countInTurns(request.text, pruneContext.countTokens, turn);
  const questionTokens = await countInTurns(request.question, pruneContext.countTokens, turn);
  await turn(0);
  const { outcome, tokensOut } = await pruneWithin(request, pruneContext, tokensIn);
  if (!outcome.ok) return prunerFailure(outcome);
  const { details, engine, standsInFor, refusal = null } = outcome;
  const fallbackReason = standsInFor === undefined ? null : fallbackReasonOf(standsInFor);
  const said = { questionTokens, engine, refusal, fallbackReason, cache: null };
  if (details === undefined || tokensOut >= tokensIn) {
    return { ...whole(request, tokensIn, details), ...expected(request, 1), ...said };
  }
  const scores = new Array<number>(details.lineScores.length);
  for (let i = 0; i < scores.length; i++) scores[i] = unit(details.lineScores[i] as number);
  return {
    ok: true,
    text: outcome.text,
    changed: true,
    lineCount: details.lineCount,
    keptLines: details.keptLines,
    ...(details.cutLines !== undefined && { cutLines: details.cutLines }),
    ...(details.notice !== undefined && { notice: details.notice }),
    ...((details.knownLines?.length ?? 0) > 0 && { knownLines: details.knownLines }),
    scores,
    reasons: details.keptLines.map((line) => details.reasons[line - 1] ?? 'none'),
    score: unit(details.score),
    ...expected(request, details.expectedRecall),
    tokensIn,
    tokensOut,
    kind: details.kind,
    method: details.method,
    ...said,
  };
}

/** Returned only if the request has a `context`, because other clients may not know the field. */
function expected({ context }: PruneRequest, recall: number | undefined): Pick<Measured, 'expectedRecall'> {
  return context === undefined || recall === undefined ? {} : { expectedRecall: unit(recall) };
}

/** Maps a pruner's failure to a request's: 504 for a timeout, 503 if the pruner was not asked, 502 for all others. */
function prunerFailure({ code, message, unavailable, retryAfterSeconds }: PruneFailure): RequestFailure {
  if (unavailable !== undefined) return { ...requestFailure('engine_unavailable', message), retryAfterSeconds };
  return requestFailure(code === 'timeout' ? 'engine_timeout' : 'engine_failed', message);
}

/** Increase it when entries change their meaning. */
const FORMAT = 1;

/**
 * Builds an identity from everything an answer depends on: who may share it, what prunes, every option, the trimmed
 * question, and the text. Different requests have different identities. `sessionDigest` covers what the session knows,
 * if anything.
 */
export function identityOf(request: PruneRequest, pruneContext: PruneContext, sessionDigest?: string): JoinKey {
  const { question, path, kind, threshold, targetRatio, maxTokens, markers, firstLine } = request;
  const options = JSON.stringify([
    FORMAT,
    pruneContext.scope ?? '',
    pruneContext.engineVersion ?? '',
    [path ?? null, kind ?? null, threshold ?? null, targetRatio ?? null, maxTokens ?? null],
    // Only ranges depend on where a text begins.
    markers === 'ranges' ? ['ranges', firstLine ?? 1] : ['plain'],
    [request.keepFirstLine === true, request.failed === true],
    question.trim(),
    ...(sessionDigest === undefined
      ? []
      : [sessionDigest, request.automatic ?? null, firstLine ?? 1, pruneContext.sessionVersion ?? '']),
  ]);
  return { options, text: request.text };
}

/** Hashes an identity to a cache key (SHA-256, hex) that reveals nothing of the text. */
export async function cacheKey({ options, text }: JoinKey, sha256: Sha256 = webSha256): Promise<string> {
  // JSON contains no raw line feed, so a raw text follows the first line feed, and a JSON text follows none.
  return sha256(isWellFormed(text) ? `${options}\n${text}` : `${options} ${JSON.stringify(text)}`);
}

/** True if the UTF-8 of the text is unambiguous. JSON always is, but takes three times as long for 1 MB. */
const isWellFormed = (text: string): boolean => (text as unknown as { isWellFormed(): boolean }).isWellFormed();

/** Returns the cached answer for a key, if it fits the text. A failing cache is a miss. */
async function recall(key: string, request: PruneRequest, pruneContext: PruneContext): Promise<Measured | undefined> {
  try {
    const value = await pruneContext.cache?.get(key);
    return value === undefined ? undefined : fromCacheEntry(value, request);
  } catch {
    return undefined;
  }
}

/**
 * Caches the answer to a text of `textChars` UTF-16 units. Fallback answers are not cached, because the upstream may be
 * back any moment.
 */
function remember(key: string, measured: Measured, textChars: number, pruneContext: PruneContext): void {
  if (pruneContext.cache === undefined || measured.fallbackReason !== null || measured.refusal !== null) return;
  // Entries contain no file names and no commands, which this answer needs.
  if (measured.knownLines !== undefined) return;
  // Entries have a score per line; for such a text one would be larger than the text.
  if (!listsLines(measured, textChars)) return;
  const entry = toCacheEntry(measured);
  // A failing cache costs the next request some milliseconds, and this one nothing.
  const put = async (): Promise<void> => pruneContext.cache?.put(key, entry);
  put().catch(() => {});
}

/** Cost of serializing, hashing and rendering a text, relative to counting its tokens. */
const RECALL_SHARE = 0.25;

/** Returns why a question cannot be used, or null. */
function refusalOf({ question, automatic }: PruneRequest, limit: number, session?: RequestSession): string | null {
  if (question === '' && automatic === undefined) return 'query is blank, nothing was pruned';
  if (question === '' && session === undefined) return 'query is blank and there is no context, nothing was pruned';
  if (question.length <= limit) return null;
  return `query is too long, nothing was pruned: expected at most ${limit} characters, got ${question.length}`;
}

/** Returns the line count of a text with too many lines, otherwise undefined. Few texts need counting. */
async function tooManyLines(text: string, { limits, turn, signal }: PruneContext): Promise<number | undefined> {
  if (text.length <= limits.lines) return undefined;
  const lines = await inTurns(countLines(text), turn, signal);
  return lines > limits.lines ? lines : undefined;
}

/**
 * Returns the pruned text: cached, shared with an equal in-flight request, or computed. If the question cannot be used,
 * the text is returned unchanged. Rejects only if `pruneContext.signal` aborts, or for a fault.
 *
 * `session` represents the request's `context`. `automatic` applies if the question is blank.
 */
export async function pruneMeasured(
  request: PruneRequest,
  pruneContext: PruneContext,
  session?: RequestSession,
): Promise<Measured | RequestFailure> {
  const question = request.question.trim();
  const threshold = request.threshold && Math.min(1, Math.max(0, request.threshold));
  const task = { ...request, question, threshold, automatic: question === '' ? request.automatic : undefined };
  const refusal = refusalOf(task, pruneContext.limits.questionChars, session);
  if (refusal !== null || request.text === '') return answerWhole(request, refusal, pruneContext);
  const lines = await tooManyLines(request.text, pruneContext);
  if (lines !== undefined) return keepUnlisted(request, lines, pruneContext);
  const measured = async (signal: AbortSignal | undefined): Promise<Measured | RequestFailure> => {
    const own = { ...pruneContext, signal };
    const context = await session?.context(takeTurn(own));
    return measure(context === undefined ? task : { ...task, context }, own);
  };
  if (pruneContext.cache === undefined && pruneContext.inFlight === undefined) return measured(pruneContext.signal);

  await takeTurn(pruneContext)(request.text.length * RECALL_SHARE);
  const identity = identityOf(task, pruneContext, await session?.digest(pruneContext.sha256));
  // Hashed only if there is a cache: hashing takes as long as everything else around pruning a small text.
  const key = pruneContext.cache === undefined ? undefined : await cacheKey(identity, pruneContext.sha256);
  const known = key === undefined ? undefined : await recall(key, task, pruneContext);
  if (known !== undefined) return known;

  const compute = async (signal: AbortSignal | undefined): Promise<Measured | RequestFailure> => {
    const answer = await measured(signal);
    if (answer.ok && key !== undefined) remember(key, answer, task.text.length, pruneContext);
    return answer;
  };
  const shared = (signal: AbortSignal | undefined): Promise<Measured | RequestFailure> => {
    const work = compute(signal);
    pruneContext.keepAlive?.(work.catch(() => {}));
    return work;
  };
  const { value, joined } =
    pruneContext.inFlight === undefined
      ? { value: await compute(pruneContext.signal), joined: false }
      : await pruneContext.inFlight.join(identity, shared, pruneContext.signal);
  return value.ok ? { ...value, cache: joined ? 'joined' : 'miss' } : value;
}
