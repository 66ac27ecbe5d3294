import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import type { LoadTokenCounter } from '../../base/tokens/count-tokens.ts';
import type { ContextStore } from '../../context/context-store.ts';

/** Prunes a text by a question; undefined if that is not possible now. */
export type PruneExcerpt = (
  asked: { readonly text: string; readonly question: string; readonly path: string | undefined },
  options: { readonly signal: AbortSignal },
) => Promise<string | undefined>;

/** Dependencies of the tools. */
export interface ContextDeps {
  readonly store: ContextStore;
  readonly loadTokenCounter: LoadTokenCounter;
  /** Redacts a text and its metadata before it is stored. Default: no redaction. */
  readonly redact?: ((text: string) => string) | undefined;
  /** Stores what does not fit into an answer. Without it, a long text is read in parts. */
  readonly artifacts?: Pick<ArtifactStore, 'put'> | undefined;
  readonly prune: PruneExcerpt;
  /** Makes the random part of a snapshot's id. */
  readonly newId: () => string;
  /** Called if the store fails. */
  readonly onStorageFailure?: ((error: unknown) => void) | undefined;
  /** Max UTF-8 bytes of a whole result as JSON. Default 10,240. */
  readonly maxBytes?: number | undefined;
}
