import type { Context } from 'hono';
import { classifyMember } from '../../../src/mcp/batch.ts';
import type { Message } from '../../../src/mcp/json-rpc.ts';
import type { WorkerContext } from '../../http/worker-context.ts';
import type { AccountEntry } from '../../ledger/account.ts';

/** The answer to one message. */
export interface Answered {
  readonly status: 200 | 400 | 404;
  readonly json: string;
}

export interface AnswerEachOptions {
  /** Resolves to undefined for a message that is not a request. */
  readonly answer: (message: Message) => Promise<Answered | undefined>;
  readonly account: (entry: Omit<AccountEntry, 'startedAt'>) => void;
}

/**
 * Answers the requests of a batch one after the other, so that a batch uses no more of the worker at a time than one
 * request. Each tool call is recorded separately.
 */
export async function answerEach(
  c: Context<WorkerContext>,
  batch: readonly unknown[],
  { answer, account }: AnswerEachOptions,
): Promise<readonly string[]> {
  const answers: string[] = [];
  const failures: (AccountEntry['failure'] | undefined)[] = [];
  for (const value of batch) {
    c.set('record', undefined);
    c.set('failure', undefined);
    const answered = await answer(classifyMember(value));
    if (answered !== undefined) answers.push(answered.json);
    const tool = c.get('tool');
    failures.push(c.get('failure'));
    if (tool === undefined) continue;
    account({ tool, record: c.get('record') });
    // Counted once for the whole batch.
    c.set('bytesIn', 0);
    c.set('tool', undefined);
  }
  c.set(
    'failure',
    failures.find((failure) => failure !== undefined),
  );
  return answers;
}
