import { type ArtifactRef, formatArtifactRef } from '../../../src/artifacts/artifact-ref.ts';

/** Metadata in the name of an artifact's file. */
export interface StoredArtifact extends ArtifactRef {
  /** Name of the file in the folder. */
  readonly name: string;
  /** Reference in the form `ax://<domain>/<id>`. */
  readonly ref: string;
  /** Size of the body before compression. */
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const NAME = /^([a-z][a-z0-9_-]{0,31})\.([0-9a-f]{32})\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})$/;

/**
 * Names an artifact's file `<domain>.<id>.<bytes>.<createdAt>.<expiresAt>`. This way, listing the folder is enough to
 * sum up sizes and to find expired files.
 */
export function toStoredArtifact(artifact: Omit<StoredArtifact, 'name' | 'ref'>): StoredArtifact {
  const { domain, id, bytes, createdAt, expiresAt } = artifact;
  const name = [domain, id, bytes, createdAt, expiresAt].join('.');
  return { name, ref: formatArtifactRef({ domain, id }), domain, id, bytes, createdAt, expiresAt };
}

/** Parses a file's name; undefined if it is not an artifact's. */
export function fromFileName(name: string): StoredArtifact | undefined {
  const [, domain = '', id = '', bytes, createdAt, expiresAt] = NAME.exec(name) ?? [];
  if (id === '') return undefined;
  const [size, created, expires] = [Number(bytes), Number(createdAt), Number(expiresAt)];
  return { name, ref: `ax://${domain}/${id}`, domain, id, bytes: size, createdAt: created, expiresAt: expires };
}
