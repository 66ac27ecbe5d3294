import { Hono } from 'hono';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import { answerCode } from '../../../src/prune-api/answer-prune.ts';
import type { CodeRequest } from '../../../src/prune-api/code-request.ts';
import { DEFAULT_WIRE_LIMITS } from '../../../src/prune-api/request-limits.ts';

/** The Cloudflare services that the worker uses for every request. */
export interface BareEnv {
  readonly Bindings: {
    readonly DB?: { prepare(sql: string): { run(): Promise<unknown> } };
    readonly RATE_LIMIT?: { limit(options: { key: string }): Promise<unknown> };
  };
}

/**
 * The baseline that a worker is measured against. `/echo` parses a body and sends it back, the least that a route does.
 * `/prune` also prunes and counts, but has no keys, limits, validation, ledger or log. Below `/asked`, both first ask
 * D1 and the rate limit one question each, as the worker does. Locally those two services are simulated in the measured
 * process.
 */
export function createBareApp(): Hono<BareEnv> {
  const door = {
    pruner: createEmbeddedPruner(),
    limits: DEFAULT_WIRE_LIMITS,
    now: () => performance.now(),
    turn: async () => {},
    requestId: '',
  };
  const routes = new Hono<BareEnv>()
    .post('/echo', async (c) => c.json(await c.req.json()))
    .post('/prune', async (c) => {
      const request = (await c.req.json()) as CodeRequest;
      const reply = await answerCode(request, { ...door, countTokens: await loadO200k() });
      return reply.ok ? c.json(reply.body) : c.json(reply, 500);
    });
  return new Hono<BareEnv>()
    .use('/asked/*', async (c, next) => {
      await c.env.DB?.prepare('SELECT 1').run();
      await c.env.RATE_LIMIT?.limit({ key: 'bare' });
      await next();
    })
    .route('/asked', routes)
    .route('/', routes);
}
