import type { Handler } from 'hono';
import { answerBatch } from '../../src/wire/batch/answer-batch.ts';
import type { PruneRecord } from '../../src/wire/prune-reply.ts';
import type { WireFailureCode } from '../../src/wire/wire-failure.ts';
import { answerFailure } from '../http/answer-failure.ts';
import { NDJSON_TYPE, toNdjson } from '../http/ndjson.ts';
import type { Account } from '../ledger/account.ts';
import type { WorkerContext } from '../worker-context.ts';
import { callerOf, type OpenDoor } from './doors.ts';
import { type PruneBodyLimits, readPruneBody } from './read-prune-body.ts';

/** What the route takes from the app. */
export interface BatchRouteDeps extends PruneBodyLimits {
  readonly openDoor: OpenDoor;
  readonly account: Account;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Told when an item failed in a way it should not. */
  readonly onFault: (error: unknown) => void;
}

const TOOL = 'prune_batch';

/** `POST /v1/prune/batch`: a line of JSON for each text as it is ready, and for the ledger an entry for each. */
export function batchRoute(deps: BatchRouteDeps): Handler<WorkerContext> {
  const { openDoor, account, now, onFault } = deps;
  return async (c) => {
    const startedAt = now();
    const accountItem = (record: PruneRecord | undefined, failure?: WireFailureCode): void => {
      account(c, { tool: TOOL, record, startedAt, failure });
      // The body was sent once, so it is counted once.
      c.set('bytesIn', 0);
    };
    const read = await readPruneBody(c, deps);
    const reply = read.ok
      ? answerBatch(read.body, await openDoor(callerOf(c)), {
          onFault,
          onRecord: accountItem,
          onFailure: (code) => accountItem(undefined, code),
        })
      : read;
    if (reply.ok) return c.body(toNdjson(reply.lines, deps.turn), 200, { 'Content-Type': NDJSON_TYPE });
    const answer = answerFailure(c, reply);
    account(c, { tool: TOOL, record: undefined, startedAt });
    return answer;
  };
}
