/** `syntax`: not a supported JSON path. `missing`: it selects nothing. `too_large`: it visits too many values. */
export type JsonPathErrorReason = 'syntax' | 'missing' | 'too_large';

/** Reason why a path fails. The message says where it stopped and what exists there. */
export class JsonPathError extends Error {
  override readonly name = 'JsonPathError';
  readonly reason: JsonPathErrorReason;

  constructor(reason: JsonPathErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
