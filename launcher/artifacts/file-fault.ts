import { ArtifactError } from '../../src/artifacts/artifact-error.ts';
import { errnoOf } from '../paths/errno-of.ts';

/** What the file system refused, as an `ArtifactError` (`failed`): what was attempted, where, and the errno. */
export function toFileFault(attempted: string, folder: string, error: unknown): ArtifactError {
  if (error instanceof ArtifactError) return error;
  const errno = errnoOf(error) ?? 'an unknown fault';
  return new ArtifactError('failed', `${attempted} in ${JSON.stringify(folder)}: ${errno}`, error);
}
