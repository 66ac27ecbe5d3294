import { parseArtifactRef } from './artifact-ref.ts';
import type { ArtifactInfo, ArtifactList } from './artifact-store.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

/** Position of a page's last artifact. Pages are sorted newest first, ties by reference. */
export interface ListPosition {
  readonly createdAt: number;
  readonly ref: string;
}

/** Compares two artifacts in the order of pages. */
export function inOrder(a: ListPosition, b: ListPosition): number {
  return b.createdAt - a.createdAt || (a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : 0);
}

/** Max artifacts per page. */
export const LIST_LIMIT = 1_000;
export const LIST_DEFAULT = 100;

export const toListCursor = ({ createdAt, ref }: ArtifactInfo): string => encodeCursor(['l', createdAt, ref]);

/** Builds a page of at most `max` from artifacts in the order of pages. More than `max` mean that another follows. */
export function toListPage(found: readonly ArtifactInfo[], max: number): ArtifactList {
  const artifacts = found.slice(0, max);
  const last = artifacts.at(-1);
  return found.length > max && last !== undefined ? { artifacts, nextCursor: toListCursor(last) } : { artifacts };
}

/** Decodes a cursor of `toListCursor`; undefined for anything else. */
export function fromListCursor(cursor: string): ListPosition | undefined {
  const [kind, createdAt, ref] = decodeCursor(cursor) ?? [];
  if (kind !== 'l' || typeof createdAt !== 'number' || typeof ref !== 'string') return undefined;
  return parseArtifactRef(ref) === undefined ? undefined : { createdAt, ref };
}
