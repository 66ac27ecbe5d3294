import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import { inItsFile } from './kept-files.ts';

export interface StoreOptions {
  readonly artifacts: Pick<ArtifactStore, 'put'> | undefined;
  /**
   * Returns the store for a result that comes from a file. Its `ref` may be that file's path instead of an artifact.
   * Default: `artifacts`.
   */
  readonly artifactsOf?: ((file: string) => Pick<ArtifactStore, 'put'>) | undefined;
}

/** Where the original of a result is kept. */
interface OriginalStore {
  /** Undefined if the agent could not get an original back. */
  readonly store: Pick<ArtifactStore, 'put'> | undefined;
  /** Returns the file with the original that the host's own tools can read as well; undefined if there is none. */
  file(): string | undefined;
}

/**
 * Chooses where the original of a result is kept. Beside the artifact this is the file that it comes from, which the
 * host's own tools can read as well.
 */
export function originalStore(from: string | undefined, { artifacts, artifactsOf }: StoreOptions): OriginalStore {
  if (artifactsOf !== undefined)
    return { store: from === undefined ? artifacts : artifactsOf(from), file: () => undefined };
  if (artifacts === undefined) return { store: undefined, file: () => undefined };
  let file: string | undefined;
  return {
    store: {
      async put(original) {
        const [kept, own] = await Promise.all([
          artifacts.put(original),
          // The artifact alone is enough.
          from === undefined
            ? from
            : inItsFile(from, undefined, Date.now)
                .put(original)
                .catch(() => undefined),
        ]);
        file = own?.ref;
        return kept;
      },
    },
    file: () => file,
  };
}
