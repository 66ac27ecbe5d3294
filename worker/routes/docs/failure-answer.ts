import * as z from 'zod';
import type { ValidationDetail } from '../../../src/prune-api/validation-detail.ts';

/** Body of every failed request's answer. */
export interface FailureAnswer {
  readonly detail: string | readonly ValidationDetail[];
  readonly request_id: string;
}

export const failureAnswer: z.ZodType<FailureAnswer> = z.object({
  detail: z
    .union([
      z.string(),
      z.array(
        z.object({
          type: z.string(),
          loc: z.array(z.union([z.string(), z.number()])),
          msg: z.string(),
          input: z.unknown(),
        }),
      ),
    ])
    .describe('Message, or a list of validation errors'),
  request_id: z.string(),
});
