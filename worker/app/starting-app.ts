import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import { requestFailure } from '../../src/prune-api/request-failure.ts';
import { answerFailure } from '../http/answer-failure.ts';
import type { WorkerContext } from '../http/worker-context.ts';
import { healthRoutes } from '../routes/docs/health-routes.ts';

const RETRY_S = 5;

/** Answers while the storage cannot be used yet: the worker is alive, and not ready. `cause` returns why. */
export function createStartingApp(backend: string, cause: () => string): Hono<WorkerContext> {
  const app = new Hono<WorkerContext>();
  const watch = { check: async () => ({ storage: 'failing', cause: cause() }) as const };
  app.use(requestId());
  app.route('/', healthRoutes({ backend, watch, needsStorage: true, isStopping: () => false }));
  app.notFound((c) =>
    answerFailure(c, requestFailure('storage_unavailable', `The worker is starting: ${cause()}`, RETRY_S)),
  );
  return app;
}
