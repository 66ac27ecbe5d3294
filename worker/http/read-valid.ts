import type { Context } from 'hono';
import type * as z from 'zod';
import { type RequestFailure, requestFailure } from '../../src/prune-api/request-failure.ts';
import { toValidationDetails } from '../../src/prune-api/validation-detail.ts';
import { readJsonBody } from './read-json.ts';
import type { WorkerContext } from './worker-context.ts';

/** Max bytes of an administration request. */
const MAX_BYTES = 64 * 1024;

/** Reads and validates a request's JSON body. Problems are returned as values, not thrown. */
export async function readValid<T>(
  c: Context<WorkerContext>,
  schema: z.ZodType<T>,
): Promise<{ readonly ok: true; readonly value: T } | RequestFailure> {
  const read = await readJsonBody(c.req.raw, MAX_BYTES);
  if (!read.ok) return read;
  const parsed = schema.safeParse(read.body, { reportInput: true });
  if (parsed.success) return { ok: true, value: parsed.data };
  return requestFailure('invalid_request', toValidationDetails(parsed.error));
}
