/**
 * Why a `context_*` call, or one id of it, failed:
 * - `INVALID_PARAMETER`: a value that is not allowed, or arguments that do not go together.
 * - `SEGMENT_NOT_FOUND`: no segment (snapshot) of this id is there, or not where the call looks for it.
 * - `CONFIRMATION_REQUIRED`: deleting needs `confirm: true`.
 * - `PERMISSION_DENIED`: the segment is pinned.
 * - `STORAGE_FULL`: the team's context takes all the room it has.
 * - `INTERNAL_ERROR`: the store could not do it; asking again may help.
 */
export type ContextErrorCode =
  | 'INVALID_PARAMETER'
  | 'SEGMENT_NOT_FOUND'
  | 'CONFIRMATION_REQUIRED'
  | 'PERMISSION_DENIED'
  | 'STORAGE_FULL'
  | 'INTERNAL_ERROR';

/** Thrown while a call is answered, and made a result in one place. The message holds no text of a segment. */
export class ContextError extends Error {
  override readonly name = 'ContextError';
  readonly code: ContextErrorCode;

  constructor(code: ContextErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What failed for one id of many. */
export interface ContextFailure {
  readonly segment_id: string;
  readonly code: ContextErrorCode;
  readonly message: string;
}
