/**
 * `invalid_ref`: not a domain or id that a reference may hold. `too_large`: above the store's cap. `failed`: the store
 * could not do it.
 */
export type ArtifactErrorCode = 'invalid_ref' | 'too_large' | 'failed';

/** A fault of an artifact store. The message holds nothing of the artifact's content. */
export class ArtifactError extends Error {
  override readonly name = 'ArtifactError';
  readonly code: ArtifactErrorCode;

  constructor(code: ArtifactErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
