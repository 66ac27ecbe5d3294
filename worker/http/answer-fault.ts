import type { Context } from 'hono';
import { requestFailure } from '../../src/prune-api/request-failure.ts';
import { SqlError } from '../../src/storage/sql-error.ts';
import { answerFailure } from './answer-failure.ts';
import { errorName, type WorkerLog } from './events/worker-event.ts';
import { storageFailure } from './storage-failure.ts';
import type { WorkerContext } from './worker-context.ts';

/** Answers an error thrown by a route, without details; the log gets the error's name. */
export function answerFault(c: Context<WorkerContext>, error: unknown, log: WorkerLog): Response {
  if (c.req.raw.signal?.aborted) return answerFailure(c, requestFailure('cancelled', 'Request cancelled'));
  log({ event: 'fault', request_id: c.get('requestId'), error: errorName(error) });
  if (error instanceof SqlError) return answerFailure(c, storageFailure(error));
  return answerFailure(c, requestFailure('internal', 'Internal Server Error'));
}
