import { inTurns } from '../text/cooperative-task.ts';
import { byPythonLines } from './by-python-lines.ts';
import type { CodeAnswer } from './code-answer.ts';
import type { CodeRequest } from './code-request.ts';
import { listsLines } from './lists-lines.ts';
import type { Measured } from './measured.ts';
import type { PruneContext } from './prune-context.ts';
import { pruneMeasured } from './prune-measured.ts';
import { type PruneReply, recordOf } from './prune-reply.ts';
import { pythonLines } from './python-lines.ts';
import type { RequestFailure } from './request-failure.ts';

/** Answers dialect A. */
export async function answerCode(
  request: CodeRequest,
  pruneContext: PruneContext,
): Promise<PruneReply<CodeAnswer> | RequestFailure> {
  const started = pruneContext.now();
  const measured = await pruneMeasured(
    {
      text: request.code,
      question: request.query,
      threshold: request.threshold,
      keepFirstLine: request.always_keep_first_frags,
      targetRatio: request.target_ratio,
      maxTokens: request.max_tokens,
      markers: request.markers,
      path: request.path,
      kind: request.kind,
      firstLine: request.first_line,
      failed: request.failed,
    },
    pruneContext,
  );
  if (!measured.ok) return measured;
  const { tokensIn, tokensOut } = measured;
  const body: CodeAnswer = {
    score: measured.score,
    pruned_code: measured.text,
    ...(await linesOf(request.code, measured, pruneContext)),
    origin_token_cnt: tokensIn,
    left_token_cnt: tokensOut,
    model_input_token_cnt: measured.engine === null ? 0 : tokensIn + measured.questionTokens,
    error_msg: measured.refusal,
    kind: measured.kind,
    method: measured.method,
    engine: measured.engine,
    fallback_reason: measured.fallbackReason,
    latency_ms: pruneContext.now() - started,
    retention_ratio: tokensIn === 0 ? 1 : tokensOut / tokensIn,
    request_id: pruneContext.requestId,
  };
  return { ok: true, body, record: recordOf('code', measured) };
}

/** Lists the lines of a text, unless there are too many. */
async function linesOf(
  text: string,
  measured: Measured,
  { turn, signal }: PruneContext,
): Promise<Pick<CodeAnswer, 'token_scores' | 'kept_frags' | 'reasons' | 'cut_lines' | 'lines_listed'>> {
  if (!listsLines(measured, text.length)) return { token_scores: [], kept_frags: [], reasons: [], lines_listed: false };
  const lines = await inTurns(pythonLines(text), turn, signal);
  const { keptLines, scores, reasons, cutLines } = byPythonLines(text, measured);
  return {
    token_scores: lines.map((line, index) => [line, scores[index] ?? 0] as const),
    kept_frags: keptLines,
    reasons,
    ...(cutLines !== undefined && { cut_lines: cutLines }),
  };
}
