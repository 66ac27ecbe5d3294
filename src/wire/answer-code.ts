import { toCodeAnswer } from './code-answer.ts';
import type { CodeRequest } from './code-request.ts';
import { pruneMeasured } from './measured.ts';
import type { PruneDoor } from './prune-door.ts';
import type { PruneReply } from './prune-reply.ts';
import { toThreshold } from './to-threshold.ts';
import type { WireFailure } from './wire-failure.ts';

/** Answers dialect A. */
export async function answerCode(request: CodeRequest, door: PruneDoor): Promise<PruneReply | WireFailure> {
  const started = door.now();
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
    door,
  );
  if (!measured.ok) return measured;
  const { tokensIn, tokensOut, kind, engine } = measured;
  const body = toCodeAnswer(measured, door.now() - started, door.requestId);
  return { ok: true, body, record: { dialect: 'code', kind, engine, tokensIn, tokensOut } };
}
