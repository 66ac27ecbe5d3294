import * as z from 'zod';
import type { Operation } from './operation.ts';

export interface HealthAnswer {
  readonly status: 'healthy';
  readonly model_loaded: boolean;
  readonly ok: boolean;
  readonly backend: string;
}

export const healthAnswer: z.ZodType<HealthAnswer> = z.object({
  status: z.literal('healthy'),
  model_loaded: z.boolean(),
  ok: z.boolean(),
  backend: z.string().describe('`embedded`, `upstream` or `auto`'),
});

/** `GET /health` as it is documented. */
export const healthOperation: Operation = {
  id: 'getHealth',
  method: 'get',
  path: '/health',
  summary: 'Whether the worker answers',
  scope: 'none',
  answers: { 200: { description: 'It does', schema: healthAnswer } },
};
