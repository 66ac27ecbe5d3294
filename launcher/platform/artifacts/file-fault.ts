import { ArtifactError } from '../../../src/artifacts/artifact-error.ts';
import { errnoOf } from '../paths/errno-of.ts';
import { whyNotStored } from '../paths/why-not-stored.ts';

/** Converts a file system error to an `ArtifactError` (`failed`) that names the operation, the folder and the reason. */
export function toFileFault(attempted: string, folder: string, error: unknown): ArtifactError {
  if (error instanceof ArtifactError) return error;
  const why = errnoOf(error) === undefined ? 'an unknown error' : whyNotStored(error);
  return new ArtifactError('failed', `${attempted} in ${JSON.stringify(folder)}: ${why}`, error);
}
