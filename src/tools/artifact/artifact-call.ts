import type { ArtifactInfo, ArtifactStore } from '../../artifacts/artifact-store.ts';
import { ArtifactToolError } from './artifact-tool-error.ts';
import { type ByteSource, storedSource } from './byte-source.ts';
import type { PageFrame } from './page-result.ts';
import type { PruneSelection } from './prune-lines.ts';

/** A call whose artifact has been found. */
export interface ArtifactCall {
  readonly store: ArtifactStore;
  readonly prune: PruneSelection | undefined;
  readonly signal: AbortSignal;
  readonly frame: PageFrame;
  readonly info: ArtifactInfo;
}

/** Reads the bytes of the call's artifact. */
export function wholeOf({ store, info }: ArtifactCall): ByteSource {
  return storedSource(store, info, () => notFound(info.ref));
}

export function notFound(ref: string): ArtifactToolError {
  return new ArtifactToolError(
    'ARTIFACT_NOT_FOUND',
    `cannot read "${ref}": it has expired or never existed, and asking again will not help; call the original tool again`,
  );
}
