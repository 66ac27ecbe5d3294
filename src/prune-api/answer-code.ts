import { inTurns } from '../text/cooperative-task.ts';
import type { CodeAnswer } from './code-answer.ts';
import type { CodeRequest } from './code-request.ts';
import { listsLines } from './lists-lines.ts';
import type { PruneContext } from './prune-context.ts';
import { pruneMeasured } from './prune-measured.ts';
import { type PruneReply, recordOf } from './prune-reply.ts';
import { pythonLines } from './python-lines.ts';
import type { RequestFailure } from './request-failure.ts';
import { toCodeAnswer } from './to-code-answer.ts';
import { toThreshold } from './to-threshold.ts';

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
      threshold: toThreshold(request.threshold),
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
  const listed = listsLines(measured, request.code.length);
  const lines = listed ? await inTurns(pythonLines(request.code), pruneContext.turn, pruneContext.signal) : undefined;
  const body = toCodeAnswer(measured, request.code, lines, pruneContext.now() - started, pruneContext.requestId);
  return { ok: true, body, record: recordOf('code', measured) };
}
