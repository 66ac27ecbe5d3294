import type { ArtifactBody } from './artifact-blocks.ts';
import type { ArtifactRef } from './artifact-ref.ts';

/** Seven days, in milliseconds: how long an artifact is kept unless a store is told otherwise. */
export const ARTIFACT_TTL_MS: number = 7 * 24 * 60 * 60 * 1000;

/** 100 MB, in bytes: what a store holds unless it is told otherwise. */
export const ARTIFACT_MAX_BYTES: number = 100 * 1024 * 1024;

export interface NewArtifact {
  /** See `ArtifactRef`. */
  readonly domain: string;
  readonly mimeType: string;
  readonly body: ArtifactBody;
  /**
   * Awaited once the body has been read, before anything is stored. If it rejects, nothing is stored, and `put` rejects with
   * its reason. Lets the work on a body begin before it is known whether the body must be kept. Default: it is.
   */
  readonly confirmed?: Promise<unknown> | undefined;
}

export interface ArtifactInfo extends ArtifactRef {
  /** `ax://<domain>/<id>`. */
  readonly ref: string;
  readonly mimeType: string;
  readonly bytes: number;
  /** Milliseconds since 1970, of the last time it was put. */
  readonly createdAt: number;
  /** Milliseconds since 1970; from then on it is gone. */
  readonly expiresAt: number;
}

/** Part of a body, in bytes; what lies beyond its end is left out. */
export interface ByteRange {
  /** Default 0. */
  readonly offset?: number | undefined;
  /** Default: up to the end. */
  readonly length?: number | undefined;
}

export interface ArtifactList {
  /** Newest first. */
  readonly artifacts: readonly ArtifactInfo[];
  /** Given while there are more. Opaque. */
  readonly nextCursor?: string | undefined;
}

export interface ArtifactUsage {
  readonly artifacts: number;
  readonly bytes: number;
  readonly maxBytes: number;
  readonly ttlMs: number;
}

/**
 * Where the whole of what was cut is kept. The id is the content's (`createArtifactId`), so that putting the same again
 * gives the same reference and keeps it for longer. When `put` resolves, the whole is readable; when it rejects,
 * nothing is. Beyond the cap those not used for longest go. Every store keeps to `test/contract/artifact-store.ts`.
 *
 * Bodies go in as streams and come out as ranges, so that none has to be in memory as a whole.
 */
export interface ArtifactStore {
  /** Rejects with an `ArtifactError`. */
  put(artifact: NewArtifact): Promise<ArtifactInfo>;
  /** Undefined where it is unknown or has expired. */
  info(ref: ArtifactRef): Promise<ArtifactInfo | undefined>;
  /** The bytes of a range; counts as use. Undefined where the artifact is unknown or has expired. */
  read(ref: ArtifactRef, range?: ByteRange): Promise<Uint8Array | undefined>;
  /** Undefined for a cursor that is not from this store. `limit` is 1 to 1,000; default 100. */
  list(page?: {
    readonly cursor?: string | undefined;
    readonly limit?: number | undefined;
  }): Promise<ArtifactList | undefined>;
  /** False where there was none. */
  remove(ref: ArtifactRef): Promise<boolean>;
  usage(): Promise<ArtifactUsage>;
}
