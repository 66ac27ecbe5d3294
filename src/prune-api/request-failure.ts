import type { ValidationDetail } from './validation-detail.ts';

/** Codes of all request failures. HTTP statuses are mapped here only. */
export type RequestFailureCode =
  | 'invalid_request'
  | 'too_large'
  | 'cancelled'
  | 'invalid_host'
  | 'unsupported_encoding'
  | 'unauthorized'
  | 'forbidden'
  | 'conflict'
  | 'rate_limited'
  | 'busy'
  | 'quota_exceeded'
  | 'not_found'
  | 'method_not_allowed'
  | 'engine_failed'
  | 'engine_timeout'
  | 'engine_unavailable'
  | 'storage_unavailable'
  | 'not_configured'
  | 'internal';

export interface RequestFailure {
  readonly ok: false;
  readonly code: RequestFailureCode;
  /** FastAPI's form: a list if validation failed, otherwise a sentence. */
  readonly detail: string | readonly ValidationDetail[];
  /** Whole seconds until a retry makes sense: the `Retry-After` header. */
  readonly retryAfterSeconds?: number | undefined;
}

export type FailureStatus = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503 | 504;

const STATUS: Readonly<Record<RequestFailureCode, FailureStatus>> = {
  invalid_request: 422,
  too_large: 413,
  cancelled: 408,
  invalid_host: 400,
  unsupported_encoding: 415,
  unauthorized: 401,
  forbidden: 403,
  conflict: 409,
  rate_limited: 429,
  busy: 429,
  quota_exceeded: 429,
  not_found: 404,
  method_not_allowed: 405,
  engine_failed: 502,
  engine_timeout: 504,
  engine_unavailable: 503,
  storage_unavailable: 503,
  not_configured: 503,
  internal: 500,
};

/** Creates a failure with the given code. */
export function requestFailure(
  code: RequestFailureCode,
  detail: RequestFailure['detail'],
  retryAfterSeconds?: number,
): RequestFailure {
  return { ok: false, code, detail, retryAfterSeconds };
}

/** Returns the HTTP status of a failure. */
export const statusOf = (failure: RequestFailure): FailureStatus => STATUS[failure.code];
