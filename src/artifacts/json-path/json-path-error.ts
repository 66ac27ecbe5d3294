/** `syntax`: no JSON path that is understood. `missing`: it names nothing. `too_large`: it goes through too much. */
export type JsonPathErrorReason = 'syntax' | 'missing' | 'too_large';

/** Why a path leads to nothing. The message says where it stopped and what there is. */
export class JsonPathError extends Error {
  override readonly name = 'JsonPathError';
  readonly reason: JsonPathErrorReason;

  constructor(reason: JsonPathErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
