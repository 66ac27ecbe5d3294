import type { ArtifactBody } from './artifact-blocks.ts';
import type { ArtifactRef } from './artifact-ref.ts';

/** Default retention of artifacts: seven days, in milliseconds. */
export const ARTIFACT_TTL_MS: number = 7 * 24 * 60 * 60 * 1000;

/** Default capacity of a store: 100 MB, in bytes. */
export const ARTIFACT_MAX_BYTES: number = 100 * 1024 * 1024;

export interface NewArtifact {
  /** See `ArtifactRef`. */
  readonly domain: string;
  readonly mimeType: string;
  readonly body: ArtifactBody;
  /**
   * Awaited once the body has been read, before anything is stored. If it rejects, nothing is stored and `put` rejects
   * with its reason. Lets work on a body begin before it is known whether the body must be kept. Default: resolved.
   */
  readonly confirmed?: Promise<unknown> | undefined;
}

export interface ArtifactInfo extends ArtifactRef {
  /** `ax://<domain>/<id>`. */
  readonly ref: string;
  readonly mimeType: string;
  readonly bytes: number;
  /** Last time it was put, in milliseconds since 1970. */
  readonly createdAt: number;
  /** Expiry, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Part of a body, in bytes; anything past its end is ignored. */
export interface ByteRange {
  /** Default 0. */
  readonly offset?: number | undefined;
  /** Default: up to the end. */
  readonly length?: number | undefined;
}

export interface ArtifactListOptions {
  readonly cursor?: string | undefined;
  /** 1 to 1,000; default 100. */
  readonly limit?: number | undefined;
}

export interface ArtifactList {
  /** Newest first. */
  readonly artifacts: readonly ArtifactInfo[];
  /** Present if there are more artifacts. Opaque. */
  readonly nextCursor?: string | undefined;
}

export interface ArtifactUsage {
  readonly artifacts: number;
  readonly bytes: number;
  readonly maxBytes: number;
  readonly ttlMs: number;
}

/**
 * Keeps the originals of texts that were cut from answers. The id is derived from the content (`createArtifactId`), so
 * putting the same content again returns the same reference and extends its life. When `put` resolves, the whole is
 * readable; when it rejects, nothing is. Above the size limit, the least recently used artifacts are removed first.
 * `test/contract/artifact-store.ts` is the contract suite of every store.
 *
 * Bodies go in as streams and come out as ranges, so none has to be in memory whole.
 */
export interface ArtifactStore {
  /** Rejects with an `ArtifactError`. */
  put(artifact: NewArtifact): Promise<ArtifactInfo>;
  /** Undefined if it is unknown or has expired. */
  info(ref: ArtifactRef): Promise<ArtifactInfo | undefined>;
  /** Returns the bytes of a range; counts as use. Undefined if the artifact is unknown or has expired. */
  read(ref: ArtifactRef, range?: ByteRange): Promise<Uint8Array | undefined>;
  /** Undefined if the cursor is not from this store. */
  list(page?: ArtifactListOptions): Promise<ArtifactList | undefined>;
  /** False if there was none. */
  remove(ref: ArtifactRef): Promise<boolean>;
  usage(): Promise<ArtifactUsage>;
}
