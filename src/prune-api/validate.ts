import type * as z from 'zod';
import { type RequestFailure, requestFailure } from './request-failure.ts';
import { bodyDetail, toValidationDetails } from './validation-detail.ts';

/** Validates a body by `schema`; returns a 422 that explains what is wrong. */
export function validateRequest<T>(schema: z.ZodType<T>, body: object): { ok: true; request: T } | RequestFailure {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return { ok: true, request: parsed.data };
  return requestFailure('invalid_request', toValidationDetails(parsed.error));
}

/** Checks that a body is a JSON object; otherwise returns a 422 that says so. */
export function toObjectBody(sent: unknown): { ok: true; body: object } | RequestFailure {
  if (typeof sent === 'object' && sent !== null && !Array.isArray(sent)) return { ok: true, body: sent };
  const msg = 'Input should be a valid dictionary or object to extract fields from';
  return requestFailure('invalid_request', bodyDetail('model_attributes_type', msg, sent));
}
