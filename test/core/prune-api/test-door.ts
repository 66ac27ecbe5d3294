import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import type { Pruner } from '../../../src/engine/pruner.ts';
import { answerPrune } from '../../../src/prune-api/answer-prune.ts';
import type { CodeAnswer } from '../../../src/prune-api/code-answer.ts';
import type { DocumentsAnswer } from '../../../src/prune-api/documents-answer.ts';
import type { PruneContext } from '../../../src/prune-api/prune-context.ts';
import type { PruneReply } from '../../../src/prune-api/prune-reply.ts';
import type { RequestFailure } from '../../../src/prune-api/request-failure.ts';
import { DEFAULT_WIRE_LIMITS } from '../../../src/prune-api/request-limits.ts';
import type { ToolResponseAnswer } from '../../../src/prune-api/tool-response/tool-response-answer.ts';
import { stubPruner } from '../../contract/stub-pruner.ts';

/** Creates a context for pruning without pauses. Its clock advances one millisecond each time it is read. */
export async function testDoor(pruner: Pruner = stubPruner(), more: Partial<PruneContext> = {}): Promise<PruneContext> {
  let ticks = 0;
  return {
    pruner,
    countTokens: await loadO200k(),
    limits: DEFAULT_WIRE_LIMITS,
    now: () => ticks++,
    turn: () => Promise.resolve(),
    requestId: 'test-id',
    ...more,
  };
}

/** The reply to a body. */
export async function replied(body: unknown, pruner?: Pruner, more?: Partial<PruneContext>): Promise<PruneReply> {
  const reply = await answerPrune(body, await testDoor(pruner, more));
  if (!reply.ok) throw new Error(`expected an answer, got ${JSON.stringify(reply)}`);
  return reply;
}

/** The answer to a body of dialect A. */
export async function codeAnswer(body: unknown, pruner?: Pruner): Promise<CodeAnswer> {
  const { body: answer } = await replied(body, pruner);
  if (!('kept_frags' in answer)) throw new Error('expected dialect A');
  return answer;
}

/** The answer to a body of dialect B. */
export async function documentsAnswer(body: unknown, pruner?: Pruner): Promise<DocumentsAnswer> {
  const { body: answer } = await replied(body, pruner);
  if (!('documents' in answer)) throw new Error('expected dialect B');
  return answer;
}

/** The answer to a body of dialect C. */
export async function toolResponseAnswer(body: unknown, pruner?: Pruner): Promise<ToolResponseAnswer> {
  const { body: answer } = await replied(body, pruner);
  if (!('kept_lines' in answer)) throw new Error('expected dialect C');
  return answer;
}

/** The failure that a body meets. */
export async function failure(body: unknown, pruner?: Pruner): Promise<RequestFailure> {
  const reply = await answerPrune(body, await testDoor(pruner));
  if (reply.ok) throw new Error(`expected a failure, got ${JSON.stringify(reply)}`);
  return reply;
}
