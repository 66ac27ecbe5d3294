import type { PruneRequest } from '../engine/pruner.ts';
import { inTurns } from '../text/cooperative-task.ts';
import { cacheKey, identityOf } from './cache/cache-key.ts';
import { recall, remember } from './cache/recall.ts';
import { answerWhole, keepUnlisted } from './keep-whole.ts';
import { measure } from './measure.ts';
import type { Measured } from './measured.ts';
import type { PruneContext } from './prune-context.ts';
import { countLines } from './python-lines.ts';
import type { RequestFailure } from './request-failure.ts';
import type { RequestSession } from './session/request-session.ts';
import { takeTurn } from './take-turn.ts';

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
