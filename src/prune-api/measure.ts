import { countInTurns } from '../base/tokens/count-in-turns.ts';
import type { PruneFailure, PruneRequest } from '../engine/pruner.ts';
import { fallbackReasonOf } from '../remote-pruner/fallback-reason.ts';
import type { Measured } from './measured.ts';
import type { PruneContext } from './prune-context.ts';
import { pruneWithin } from './prune-within.ts';
import { type RequestFailure, requestFailure } from './request-failure.ts';
import { takeTurn } from './take-turn.ts';
import { unit } from './unit.ts';
import { whole } from './whole.ts';

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
