import type { Context } from 'hono';
import { requestFailure } from '../../src/prune-api/request-failure.ts';
import { SqlError } from '../../src/storage/sql-error.ts';
import { answerFailure } from './answer-failure.ts';
import { errorName, type WorkerLog } from './events/worker-event.ts';
import type { WorkerContext } from './worker-context.ts';

const STORAGE_RETRY_S = 5;

/** Answers an error thrown by a route, without details; the log gets the error's name. */
export function answerFault(c: Context<WorkerContext>, error: unknown, log: WorkerLog): Response {
  if (c.req.raw.signal?.aborted) return answerFailure(c, requestFailure('cancelled', 'Request cancelled'));
  log({ event: 'fault', request_id: c.get('requestId'), error: errorName(error) });
  if (error instanceof SqlError) {
    const said = 'The storage cannot be reached at the moment';
    return answerFailure(c, requestFailure('storage_unavailable', said, STORAGE_RETRY_S));
  }
  return answerFailure(c, requestFailure('internal', 'Internal Server Error'));
}
