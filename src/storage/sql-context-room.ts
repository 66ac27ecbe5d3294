import { ContextError } from '../context/context-error.ts';
import type { NewSegment } from '../context/context-store.ts';
import { toStored } from '../context/search/stored-text.ts';
import { utf8Bytes } from '../shaping/envelope.ts';
import type { SqlDatabase } from './sql-database.ts';

/** What a row beside a text counts for: a segment, one that a snapshot holds, or a project. */
export const ROW_BYTES = 1000;

/** Makes sure that an owner's context has room for more. */
export interface ContextRoom {
  /** Rejects with a `ContextError` (`STORAGE_FULL`) where there is none for these segments, or none at all. */
  check(segments?: readonly NewSegment[]): Promise<void>;
  /** Bytes that the owner's context takes, rows included. */
  used(): Promise<number>;
}

const OWN = '(SELECT id FROM context_projects WHERE scope = ?)';

/**
 * Measured before something is added, so that calls at the same time may exceed the bound by what they bring. Without a
 * bound nothing is asked.
 */
export function createContextRoom(database: SqlDatabase, scope: string, maxBytes: number | undefined): ContextRoom {
  const used = async (): Promise<number> => {
    const { rows } = await database.query(
      `SELECT (SELECT coalesce(sum(bytes), 0) FROM context_texts WHERE scope = ?) AS bytes,
         (SELECT count(*) FROM context_projects WHERE scope = ?)
         + (SELECT count(*) FROM context_segments WHERE project IN ${OWN})
         + (SELECT count(*) FROM context_snapshot_segments WHERE snapshot IN
           (SELECT id FROM context_snapshots WHERE project IN ${OWN})) AS n`,
      ...[scope, scope, scope, scope],
    );
    return Number(rows[0]?.['bytes'] ?? 0) + ROW_BYTES * Number(rows[0]?.['n'] ?? 0);
  };
  return {
    used,
    async check(segments = []) {
      if (maxBytes === undefined) return;
      const wanted = segments.reduce((sum, { text }) => sum + storedBytes(text) + ROW_BYTES, 0);
      const now = await used();
      if (now + wanted <= maxBytes && now < maxBytes) return;
      const said = `store ${segments.length} segments of ${wanted} bytes: ${now} of ${maxBytes} bytes are used`;
      throw new ContextError('STORAGE_FULL', `${said}; context_gc_prune with "delete" makes room`);
    },
  };
}

/** Bytes of a text as its row has them. */
export function storedBytes(text: string): number {
  return utf8Bytes(toStored(text));
}
