import type { Handler } from 'hono';
import type { Pruner } from '../../src/pruning/pruner.ts';
import type { LoadTokenCounter } from '../../src/tokens/count-tokens.ts';
import { answerPrune } from '../../src/wire/answer-prune.ts';
import { answerFailure } from '../http/answer-failure.ts';
import type { WorkerLimits } from '../limits.ts';
import type { WorkerContext } from '../worker-context.ts';
import { readPruneBody } from './read-prune-body.ts';

/** What the route takes from the app. */
export interface PruneRouteDeps {
  readonly pruner: Pruner;
  readonly loadTokenCounter: LoadTokenCounter;
  readonly limits: WorkerLimits;
  /** Milliseconds of a monotonic clock, and since 1970. */
  readonly now: () => number;
  readonly clock: () => number;
  readonly turn: (chars: number) => Promise<void>;
}

/** `POST /prune`: size limit → validate → prune → record counts → answer. */
export function pruneRoute({
  pruner,
  loadTokenCounter,
  limits,
  now,
  clock,
  turn,
}: PruneRouteDeps): Handler<WorkerContext> {
  return async (c) => {
    const read = await readPruneBody(c, { mostBytes: limits.bodyBytes, clock, turn });
    if (!read.ok) return answerFailure(c, read);
    const countTokens = await loadTokenCounter();
    const requestId = c.get('requestId');
    const { signal } = c.req.raw;
    const reply = await answerPrune(read.body, { pruner, countTokens, limits, now, turn, requestId, signal });
    if (!reply.ok) return answerFailure(c, reply);
    c.set('record', reply.record);
    return c.json(reply.body);
  };
}
