import { utf8Bytes } from '../../base/json/utf8-bytes.ts';
import type { SqlDatabase } from '../../storage/sql-database.ts';
import { ContextError } from '../context-error.ts';
import type { NewSegment } from '../context-store.ts';
import { toStored } from '../search/stored-text.ts';

/** Bytes charged for a row in addition to its text: a segment, a snapshot's segment, or a project. */
export const ROW_BYTES = 1000;

/** Enforces the size limit of an owner's context. */
export type ContextRoom = ReturnType<typeof createContextRoom>;

const OWN = '(SELECT id FROM context_projects WHERE scope = ?)';

/**
 * Creates the check. It runs before the write, so concurrent calls may exceed the limit by what they add. Without a
 * limit it runs no query.
 */
export function createContextRoom(database: SqlDatabase, scope: string, maxBytes: number | undefined) {
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
    /** Bytes of the owner's context, rows included. */
    used,
    /** Rejects with a `ContextError` (`STORAGE_FULL`) if these segments do not fit, or if nothing fits any more. */
    async check(segments: readonly NewSegment[] = []): Promise<void> {
      if (maxBytes === undefined) return;
      const wanted = segments.reduce((sum, { text }) => sum + storedBytes(text) + ROW_BYTES, 0);
      const now = await used();
      if (now + wanted <= maxBytes && now < maxBytes) return;
      const said = `cannot store ${segments.length} segments of ${wanted} bytes: ${now} of ${maxBytes} bytes are used`;
      throw new ContextError('STORAGE_FULL', `${said}; free space with context_gc_prune and action "delete"`);
    },
  };
}

/** Bytes of a text as stored. */
export const storedBytes = (text: string): number => utf8Bytes(toStored(text));
