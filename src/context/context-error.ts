/**
 * Why a `context_*` call, or one id of it, failed:
 * - `INVALID_PARAMETER`: a value that is not allowed, or arguments that do not go together.
 * - `SEGMENT_NOT_FOUND`: no segment or snapshot with this id exists, or none in the tier or snapshot that the call looks in.
 * - `text_missing`: a platform described the segment without its text, so it cannot be put aside or given back.
 * - `CONFIRMATION_REQUIRED`: deleting needs `confirm: true`.
 * - `PERMISSION_DENIED`: the segment is pinned.
 * - `STORAGE_FULL`: the team's context storage is full.
 * - `INTERNAL_ERROR`: the store failed; a retry may help.
 */
export type ContextErrorCode =
  | 'INVALID_PARAMETER'
  | 'SEGMENT_NOT_FOUND'
  | 'text_missing'
  | 'CONFIRMATION_REQUIRED'
  | 'PERMISSION_DENIED'
  | 'STORAGE_FULL'
  | 'INTERNAL_ERROR';

/** Thrown while a call is answered. One place turns it into a result. The message never contains a segment's text. */
export class ContextError extends Error {
  override readonly name = 'ContextError';
  readonly code: ContextErrorCode;

  constructor(code: ContextErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Failure of one id among several. */
export interface ContextFailure {
  readonly segment_id: string;
  readonly code: ContextErrorCode;
  readonly message: string;
}
