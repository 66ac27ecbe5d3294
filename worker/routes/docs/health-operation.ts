import * as z from 'zod';
import type { Operation } from '../../http/operation.ts';

export interface HealthAnswer {
  readonly status: 'healthy' | 'degraded';
  readonly model_loaded: boolean;
  readonly ok: boolean;
  readonly backend: string;
  /** Present only if storage is needed and missing. */
  readonly storage?: 'missing' | undefined;
}

const healthAnswer: z.ZodType<HealthAnswer> = z.object({
  status: z
    .enum(['healthy', 'degraded'])
    .describe('`degraded`: it prunes, but keys are wanted and nothing stores them'),
  model_loaded: z.boolean(),
  ok: z.boolean(),
  backend: z.string().describe('`embedded`, `upstream` or `auto`'),
  storage: z.literal('missing').optional().describe('Only where `status` is `degraded`'),
});

/** Documents `GET /health`. */
export const healthOperation: Operation = {
  id: 'getHealth',
  method: 'get',
  path: '/health',
  summary: 'Whether the worker answers, without looking any further',
  scope: 'none',
  answers: { 200: { description: 'It does', schema: healthAnswer } },
};

export interface ReadyAnswer {
  readonly ready: boolean;
  readonly storage: 'ok' | 'missing' | 'failing';
  /** Present only if the storage fails. */
  readonly cause?: string | undefined;
}

const readyAnswer: z.ZodType<ReadyAnswer> = z.object({
  ready: z.boolean(),
  storage: z.enum(['ok', 'missing', 'failing']),
  cause: z.string().optional().describe('Why the storage fails, such as `disk full`'),
});

/** Documents `GET /ready`. */
export const readyOperation: Operation = {
  id: 'getReady',
  method: 'get',
  path: '/ready',
  summary: 'Whether requests may be sent to this worker: for the probes of what balances load',
  scope: 'none',
  answers: {
    200: { description: 'They may', schema: readyAnswer },
    503: { description: 'It is stopping, or its storage fails', schema: readyAnswer },
  },
};
