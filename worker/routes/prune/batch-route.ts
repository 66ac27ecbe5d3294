import type { Context, Handler } from 'hono';
import { answerBatch, type BatchWatch } from '../../../src/prune-api/batch/answer-batch.ts';
import type { PruneRecord } from '../../../src/prune-api/prune-reply.ts';
import type { RequestFailureCode } from '../../../src/prune-api/request-failure.ts';
import { answerFailure } from '../../http/answer-failure.ts';
import { NDJSON_TYPE, toNdjson } from '../../http/ndjson.ts';
import type { WorkerContext } from '../../http/worker-context.ts';
import type { Account } from '../../ledger/account.ts';
import { callerOf, type OpenPruneContext } from './prune-contexts.ts';
import { type FairQueue, LARGE_BYTES } from './queue/fair-queue.ts';
import { busy } from './queue/in-queue.ts';
import { type PruneBodyLimits, readPruneBody } from './read-prune-body.ts';

/** Dependencies of the route. */
export interface BatchRouteDeps extends PruneBodyLimits {
  readonly openPruneContext: OpenPruneContext;
  readonly account: Account;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Undefined: no queue, each request computes as it comes. */
  readonly queue: FairQueue | undefined;
  /** Called if an item failed unexpectedly. */
  readonly onFault: (error: unknown) => void;
}

const TOOL = 'prune_batch';

/** Serves `POST /v1/prune/batch`: one JSON line per text as soon as it is ready, and one ledger record each. */
export function batchRoute(deps: BatchRouteDeps): Handler<WorkerContext> {
  const { openPruneContext, account, now, onFault } = deps;
  return async (c) => {
    const startedAt = now();
    const accountItem = (record: PruneRecord | undefined, failure?: RequestFailureCode): void => {
      account(c, { tool: TOOL, record, startedAt, failure });
      // The body's bytes count once, with the first item.
      c.set('bytesIn', 0);
      giveBack?.();
    };
    const read = await readPruneBody(c, deps);
    // Keeps the quota reservation, because the answer begins before any of the body is recorded in the ledger.
    const giveBack = c.get('hold')?.();
    const reply = read.ok
      ? answerBatch(read.body, await openPruneContext(callerOf(c)), {
          onFault,
          enter: enterFor(c, read.bytes, deps.queue),
          onRecord: accountItem,
          onFailure: (code) => accountItem(undefined, code),
        })
      : read;
    if (reply.ok) return c.body(toNdjson(reply.lines, deps.turn), 200, { 'Content-Type': NDJSON_TYPE });
    const answer = answerFailure(c, reply);
    account(c, { tool: TOOL, record: undefined, startedAt });
    giveBack?.();
    return answer;
  };
}

/** Queues the items one by one, so that a slow reader does not hold a place. Items of a large body count as large. */
function enterFor(c: Context<WorkerContext>, bytes: number, queue: FairQueue | undefined): BatchWatch['enter'] {
  if (queue === undefined) return undefined;
  const { team } = c.get('principal');
  return async () => {
    const entered = await queue.enter(team, Math.min(bytes, LARGE_BYTES));
    return typeof entered === 'function' ? entered : busy(entered);
  };
}
