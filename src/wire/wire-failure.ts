import type { ValidationDetail } from './validation-detail.ts';

/** Every way a request can fail, apart from its status: the status is mapped here and nowhere else. */
export type WireFailureCode =
  | 'invalid_request'
  | 'too_large'
  | 'cancelled'
  | 'unsupported_encoding'
  | 'not_found'
  | 'method_not_allowed'
  | 'engine_failed'
  | 'engine_timeout'
  | 'internal';

export interface WireFailure {
  readonly ok: false;
  readonly code: WireFailureCode;
  /** FastAPI's shape: a list where the request did not validate, else a sentence. */
  readonly detail: string | readonly ValidationDetail[];
}

export type WireStatus = 404 | 405 | 408 | 413 | 415 | 422 | 500 | 502 | 504;

const STATUS: Readonly<Record<WireFailureCode, WireStatus>> = {
  invalid_request: 422,
  too_large: 413,
  cancelled: 408,
  unsupported_encoding: 415,
  not_found: 404,
  method_not_allowed: 405,
  engine_failed: 502,
  engine_timeout: 504,
  internal: 500,
};

/** A failure of the given code. */
export function wireFailure(code: WireFailureCode, detail: WireFailure['detail']): WireFailure {
  return { ok: false, code, detail };
}

/** The HTTP status of a failure. */
export function statusOf(failure: WireFailure): WireStatus {
  return STATUS[failure.code];
}
