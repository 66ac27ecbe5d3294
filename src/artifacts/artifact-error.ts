/**
 * `invalid_ref`: a domain or id that no reference may hold. `too_large`: above the store's limit. `failed`: the store
 * failed.
 */
export type ArtifactErrorCode = 'invalid_ref' | 'too_large' | 'failed';

/** Failure of an artifact store. The message contains none of the artifact's content. */
export class ArtifactError extends Error {
  override readonly name = 'ArtifactError';
  readonly code: ArtifactErrorCode;

  constructor(code: ArtifactErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** A failure of an object store. The message is in our words, contains no secret, and may be logged. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
}
