import * as z from 'zod';
import type { Value } from '../../../src/mcp/value.ts';

/** Body of every failed request's answer. */
export const failureAnswer = z.object({
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
export type FailureAnswer = Value<typeof failureAnswer>;
