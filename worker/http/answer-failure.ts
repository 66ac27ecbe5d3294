import type { Context } from 'hono';
import { type RequestFailure, type RequestFailureCode, statusOf } from '../../src/prune-api/request-failure.ts';
import type { WorkerContext } from './worker-context.ts';

/** Failures that leave part of the body unread; another request on that connection would be lost. */
const LEAVES_BODY: ReadonlySet<RequestFailureCode> = new Set<RequestFailureCode>(['too_large', 'cancelled']);

/** Writes a failure as JSON: `detail` for the caller, `request_id` for finding it in the log. */
export function answerFailure(c: Context<WorkerContext>, failure: RequestFailure): Response {
  if (failure.retryAfterSeconds !== undefined) c.header('Retry-After', String(failure.retryAfterSeconds));
  if (failure.code === 'unauthorized') c.header('WWW-Authenticate', 'Bearer');
  if (LEAVES_BODY.has(failure.code)) c.header('Connection', 'close');
  c.set('failure', failure.code);
  return c.json({ detail: failure.detail, request_id: c.get('requestId') }, statusOf(failure));
}
