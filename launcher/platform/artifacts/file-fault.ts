import { ArtifactError } from '../../../src/artifacts/artifact-error.ts';
import { errnoOf } from '../paths/errno-of.ts';

/** Converts a file system error to an `ArtifactError` (`failed`) that names the operation, the folder and the errno. */
export function toFileFault(attempted: string, folder: string, error: unknown): ArtifactError {
  if (error instanceof ArtifactError) return error;
  const errno = errnoOf(error) ?? 'an unknown error';
  return new ArtifactError('failed', `${attempted} in ${JSON.stringify(folder)}: ${errno}`, error);
}
