import { parseArtifactRef } from './artifact-ref.ts';
import type { ArtifactInfo } from './artifact-store.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

/** The last artifact of a page, newest first and by reference where they are equally old. */
export interface ListPosition {
  readonly createdAt: number;
  readonly ref: string;
}

/** Most artifacts of a page. */
export const LIST_LIMIT = 1_000;
export const LIST_DEFAULT = 100;

export function toListCursor({ createdAt, ref }: ArtifactInfo): string {
  return encodeCursor(['l', createdAt, ref]);
}

/** Undefined for what `toListCursor` did not write. */
export function fromListCursor(cursor: string): ListPosition | undefined {
  const [kind, createdAt, ref] = decodeCursor(cursor) ?? [];
  if (kind !== 'l' || typeof createdAt !== 'number' || typeof ref !== 'string') return undefined;
  return parseArtifactRef(ref) === undefined ? undefined : { createdAt, ref };
}
