import { listsLines } from '../lists-lines.ts';
import type { PruneContext } from '../prune-context.ts';
import { pruneMeasured } from '../prune-measured.ts';
import { type PruneReply, recordOf } from '../prune-reply.ts';
import type { RequestFailure } from '../request-failure.ts';
import { toWireSession } from '../session/request-session.ts';
import { derivePath, deriveQuestion } from './derive-question.ts';
import type { ToolResponseAnswer } from './tool-response-answer.ts';
import type { ToolResponseRequest } from './tool-response-request.ts';

/** Answers dialect C. */
export async function answerToolResponse(
  request: ToolResponseRequest,
  pruneContext: PruneContext,
): Promise<PruneReply<ToolResponseAnswer> | RequestFailure> {
  const started = pruneContext.now();
  const measured = await pruneMeasured(
    {
      text: request.tool_response,
      question: deriveQuestion(request),
      threshold: request.threshold,
      targetRatio: request.target_ratio,
      maxTokens: request.max_tokens,
      markers: request.markers ?? 'ranges',
      path: derivePath(request),
      kind: request.kind,
      firstLine: request.first_line,
      failed: request.failed,
      automatic: request.automatic,
    },
    pruneContext,
    toWireSession(request.context, request.context_is_whole),
  );
  if (!measured.ok) return measured;
  const body: ToolResponseAnswer = {
    pruned_code: measured.text,
    ...(listsLines(measured, request.tool_response.length)
      ? { kept_lines: measured.keptLines }
      : { kept_lines: [], lines_listed: false }),
    original_lines: measured.lineCount,
    kept_line_count: measured.tooManyLines === true ? measured.lineCount : measured.keptLines.length,
    original_chars: codePoints(request.tool_response),
    pruned_chars: codePoints(measured.text),
    original_tokens: measured.tokensIn,
    pruned_tokens: measured.tokensOut,
    latency_ms: pruneContext.now() - started,
    error_msg: measured.refusal,
    backend: measured.engine,
    engine: measured.engine,
    fallback_reason: measured.fallbackReason,
    kind: measured.kind,
    method: measured.method,
    ...(measured.expectedRecall !== undefined && { expected_recall: measured.expectedRecall }),
    request_id: pruneContext.requestId,
  };
  return { ok: true, body, record: recordOf('tool_response', measured) };
}

function codePoints(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}
