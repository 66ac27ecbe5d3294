import type { Context, Handler } from 'hono';
import { answerBatch, type BatchWatch } from '../../src/wire/batch/answer-batch.ts';
import type { PruneRecord } from '../../src/wire/prune-reply.ts';
import type { WireFailureCode } from '../../src/wire/wire-failure.ts';
import { answerFailure } from '../http/answer-failure.ts';
import { NDJSON_TYPE, toNdjson } from '../http/ndjson.ts';
import type { Account } from '../ledger/account.ts';
import type { WorkerContext } from '../worker-context.ts';
import { callerOf, type OpenDoor } from './doors.ts';
import { busy, LARGE_BYTES, type LargeTexts } from './large-texts.ts';
import { type PruneBodyLimits, readPruneBody } from './read-prune-body.ts';

/** What the route takes from the app. */
export interface BatchRouteDeps extends PruneBodyLimits {
  readonly openDoor: OpenDoor;
  readonly account: Account;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Undefined: each computes as it comes. */
  readonly largeTexts: LargeTexts | undefined;
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
      giveBack?.();
    };
    const read = await readPruneBody(c, deps);
    // The answer begins before anything of the body is accounted for.
    const giveBack = c.get('hold')?.();
    const reply = read.ok
      ? answerBatch(read.body, await openDoor(callerOf(c)), {
          onFault,
          enter: enterFor(c, read.bytes, deps.largeTexts),
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

/** Items of a large batch stand in line one by one: whoever reads the answer slowly holds no place meanwhile. */
function enterFor(c: Context<WorkerContext>, bytes: number, line: LargeTexts | undefined): BatchWatch['enter'] {
  if (line === undefined || bytes < LARGE_BYTES) return undefined;
  const { team } = c.get('principal');
  return async () => {
    // Of the body as a whole, since it is held as a whole.
    const entered = await line.enter(team, 0);
    return typeof entered === 'function' ? entered : busy(entered);
  };
}
