import * as z from 'zod';
import type { Value } from '../../../src/mcp/value.ts';
import type { Operation } from '../../http/operation.ts';

const healthAnswer = z.object({
  status: z
    .enum(['healthy', 'degraded'])
    .describe('`degraded`: pruning works, but keys are required and there is no storage for them'),
  model_loaded: z.boolean(),
  ok: z.boolean(),
  backend: z.string().describe('`embedded`, `upstream` or `auto`'),
  storage: z.literal('missing').optional().describe('Present only if `status` is `degraded`'),
});
export type HealthAnswer = Value<typeof healthAnswer>;

/** Documents `GET /health`. */
export const healthOperation: Operation = {
  id: 'getHealth',
  method: 'get',
  path: '/health',
  summary: 'Check that the worker answers',
  scope: 'none',
  answers: { 200: { description: 'The worker answers', schema: healthAnswer } },
};

const readyAnswer = z.object({
  ready: z.boolean(),
  storage: z.enum(['ok', 'missing', 'failing']),
  cause: z.string().optional().describe('Cause of the storage failure, such as `disk full`'),
});
export type ReadyAnswer = Value<typeof readyAnswer>;

/** Documents `GET /ready`. */
export const readyOperation: Operation = {
  id: 'getReady',
  method: 'get',
  path: '/ready',
  summary: 'Check that the worker can take requests, for probes of a load balancer',
  scope: 'none',
  answers: {
    200: { description: 'The worker can take requests', schema: readyAnswer },
    503: { description: 'The worker is stopping, or its storage fails', schema: readyAnswer },
  },
};
