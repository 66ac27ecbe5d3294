import type { Context } from 'hono';
import type * as z from 'zod';
import { toValidationDetails } from '../../src/wire/validation-detail.ts';
import { type WireFailure, wireFailure } from '../../src/wire/wire-failure.ts';
import type { WorkerContext } from '../worker-context.ts';
import { readJson } from './read-json.ts';

/** Bodies of the administration's routes are small. */
const MOST_BYTES = 64 * 1024;

/** Reads a request's JSON body and validates it, once, at the door. What is wrong with it is a value. */
export async function readValid<T>(
  c: Context<WorkerContext>,
  schema: z.ZodType<T>,
): Promise<{ readonly ok: true; readonly value: T } | WireFailure> {
  const read = await readJson(c.req.raw, MOST_BYTES);
  if (!read.ok) return read;
  const parsed = schema.safeParse(read.body, { reportInput: true });
  if (parsed.success) return { ok: true, value: parsed.data };
  return wireFailure('invalid_request', toValidationDetails(parsed.error));
}
