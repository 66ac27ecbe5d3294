import path from 'node:path';
import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import { createKeptFiles, inItsFile } from './kept-files.ts';
import type { SessionCall } from './session-call.ts';

export interface StoreOptions {
  readonly artifacts: Pick<ArtifactStore, 'put'> | undefined;
  /**
   * Returns the store for a result that comes from a file. Its `ref` may be that file's path instead of an artifact.
   * Default: `artifacts`.
   */
  readonly artifactsOf?: ((file: string) => Pick<ArtifactStore, 'put'>) | undefined;
  /** True if secrets are removed from originals before they are stored. Then no copies are kept as files. Default false. */
  readonly redacts?: boolean | undefined;
}

/** Where the original of a result is kept. */
interface OriginalStore {
  /** Undefined if the agent could not get an original back. */
  readonly store: Pick<ArtifactStore, 'put'> | undefined;
  /** Returns the file with the original that the host's own tools can read as well; undefined if there is none. */
  file(): string | undefined;
}

/**
 * Chooses where the original of a result is kept. Beside the artifact this is the file that it comes from, or a copy
 * where the host lets its own tools read. A denied tool `artifact` may leave the file alone.
 */
export function originalStore(
  { keepIn, isArtifactDenied = false }: SessionCall,
  from: string | undefined,
  { artifacts, artifactsOf, redacts = false }: StoreOptions,
): OriginalStore {
  if (artifactsOf !== undefined)
    return { store: from === undefined ? artifacts : artifactsOf(from), file: () => undefined };
  const copies =
    keepIn === undefined || redacts ? undefined : createKeptFiles(keepIn, Date.now, path.resolve(keepIn, '../../..'));
  const files = from === undefined ? copies : inItsFile(from, copies, Date.now);
  if (isArtifactDenied || artifacts === undefined)
    return { store: isArtifactDenied ? files : undefined, file: () => undefined };
  let file: string | undefined;
  return {
    store: {
      async put(original) {
        const [kept, copy] = await Promise.all([
          artifacts.put(original),
          // The artifact alone is enough.
          files?.put(original).catch(() => undefined),
        ]);
        file = copy?.ref;
        return kept;
      },
    },
    file: () => file,
  };
}
