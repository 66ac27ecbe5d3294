import { type SqlDatabase, type SqlStatement, sql } from '../../storage/sql-database.ts';
import { releaseBytes } from '../../text/release-bytes.ts';
import { BLOCK_BYTES } from '../artifact-blocks.ts';
import type { ArtifactBodies } from './artifact-bodies.ts';

/** Max chunks returned by one query. */
const CHUNKS_AT_ONCE = 4;

/** Stores bodies in the table `artifact_chunks`, one row per block. A body of one block is written with its index. */
export function createSqlArtifactBodies(database: SqlDatabase): ArtifactBodies {
  return {
    async write(body, blocks, reserve) {
      let last: Uint8Array | undefined;
      let n = 0;
      for await (const block of blocks) {
        if (last !== undefined) {
          if (n === 0) await reserve();
          const { sql: text, params } = toInsert(body, n++, last);
          await database.query(text, ...params);
          releaseBytes(last);
        }
        last = block;
      }
      return last === undefined ? [] : [toInsert(body, n, last)];
    },

    async read(body, from, to) {
      let out: Uint8Array | undefined;
      for (let n = Math.floor(from / BLOCK_BYTES); n * BLOCK_BYTES < to; n += CHUNKS_AT_ONCE) {
        // D1 returns each byte as a number, so query only the bytes needed.
        const skipped = Math.max(0, from - n * BLOCK_BYTES);
        const { rows } = await database.query(
          `SELECT n, substr(bytes, CASE n WHEN ? THEN ? ELSE 1 END,
             CAST(? - n * ${BLOCK_BYTES} - CASE n WHEN ? THEN ? ELSE 0 END AS INTEGER)) AS part
           FROM artifact_chunks WHERE body = ? AND n >= ? AND n < ? AND n * ${BLOCK_BYTES} < ?`,
          ...[n, skipped + 1, to, n, skipped, body, n, n + CHUNKS_AT_ONCE, to],
        );
        const [first] = rows;
        if ((first?.['part'] as Uint8Array | undefined)?.length === to - from) return first?.['part'] as Uint8Array;
        out ??= new Uint8Array(to - from);
        const end = Math.min(to, (n + CHUNKS_AT_ONCE) * BLOCK_BYTES);
        let filled = Math.max(from, n * BLOCK_BYTES);
        for (const { n: at, part } of rows) {
          out.set(part as Uint8Array, Math.max(from, Number(at) * BLOCK_BYTES) - from);
          filled += (part as Uint8Array).length;
          releaseBytes(part as Uint8Array);
        }
        if (filled !== end) return undefined; // removed since
      }
      return out;
    },

    async remove(bodies) {
      const names = bodies.map(() => '?').join(', ');
      await database.query(`DELETE FROM artifact_chunks WHERE body IN (${names})`, ...bodies);
    },
  };
}

function toInsert(body: string, n: number, bytes: Uint8Array): SqlStatement {
  return sql('INSERT INTO artifact_chunks (body, n, bytes) VALUES (?, ?, ?)', body, n, bytes);
}
