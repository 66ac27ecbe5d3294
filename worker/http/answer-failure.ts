import type { Context } from 'hono';
import { statusOf, type WireFailure } from '../../src/wire/wire-failure.ts';
import type { WorkerContext } from '../worker-context.ts';

/** Writes a failure as JSON: `detail` for the caller, `request_id` to find it in the log. */
export function answerFailure(c: Context<WorkerContext>, failure: WireFailure): Response {
  if (failure.retryAfterSeconds !== undefined) c.header('Retry-After', String(failure.retryAfterSeconds));
  if (failure.code === 'unauthorized') c.header('WWW-Authenticate', 'Bearer');
  c.set('failure', failure.code);
  return c.json({ detail: failure.detail, request_id: c.get('requestId') }, statusOf(failure));
}
