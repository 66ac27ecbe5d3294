import { decodeCursor, encodeCursor } from '../../artifacts/cursor.ts';
import type { Position, Reading, SourceKind } from './reading.ts';

/** Content of a cursor: enough to continue without the arguments of the first call. */
export interface PagePlace extends Pick<Reading, 'kind' | 'madeId' | 'lastLine' | 'pattern'> {
  readonly from: Position;
}

/** Encodes a cursor that only the artifact `ref` accepts. */
export function toPageCursor(ref: string, { kind, madeId, lastLine, pattern, from }: PagePlace): string {
  const values = [from.offset, from.line, from.inside ? 1 : 0, lastLine, pattern, `${kind}${madeId}`];
  return encodeCursor([...values, checksum(ref, values)]);
}

/** Decodes a cursor of `toPageCursor` for this reference; undefined for anything else. */
export function fromPageCursor(ref: string, cursor: string): PagePlace | undefined {
  const all = decodeCursor(cursor) ?? [];
  const values = all.slice(0, -1);
  if (values.length !== 6 || all.at(-1) !== checksum(ref, values)) return undefined;
  // Each cursor has exactly one spelling.
  if (encodeCursor(all as (string | number)[]) !== cursor) return undefined;
  const [offset, line, inside, lastLine, pattern, made] = values;
  if (!isCount(offset) || !isCount(line) || line < 1 || !isCount(lastLine)) return undefined;
  if (typeof pattern !== 'string' || typeof made !== 'string' || !/^(?:[vq][0-9a-f]{32})?$/.test(made))
    return undefined;
  return {
    kind: made.slice(0, 1) as SourceKind,
    madeId: made.slice(1),
    lastLine,
    pattern,
    from: { offset, line, inside: inside === 1 },
  };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/**
 * FNV-1a, 32 bits. Guards against typos and wrong references, not against attackers: the caller may read the content
 * anyway.
 */
function checksum(ref: string, values: readonly unknown[]): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(JSON.stringify([ref, values]))) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
