import { ArtifactError } from '../../src/artifacts/artifact-error.ts';

/** What the file system refused, as an `ArtifactError` (`failed`): what was attempted, where, and the errno. */
export function toFileFault(attempted: string, folder: string, error: unknown): ArtifactError {
  if (error instanceof ArtifactError) return error;
  const errno = errnoOf(error) ?? 'an unknown fault';
  return new ArtifactError('failed', `${attempted} in ${JSON.stringify(folder)}: ${errno}`, error);
}

/** `ENOENT` and the like; undefined for an error that is not the file system's. */
export function errnoOf(error: unknown): string | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
