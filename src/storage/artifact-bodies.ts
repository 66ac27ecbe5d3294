import type { SqlStatement } from './sql-database.ts';

/** Where bodies lie that an index in SQL names. One has the table beside it, another an object store. */
export interface ArtifactBodies {
  /**
   * Writes a body under a name that is new, block by block (each of `BLOCK_BYTES`, the last one shorter; an empty body
   * has none). Calls `reserve`, which writes the name down so that a body left behind is found again, before the first
   * byte goes where another transaction than the index's own would have to take it away. The statements it resolves to
   * run in the index's transaction. After a rejection, what was reserved is removed by name.
   */
  write(
    body: string,
    blocks: AsyncIterable<Uint8Array<ArrayBuffer>>,
    reserve: () => Promise<void>,
  ): Promise<readonly SqlStatement[]>;
  /** The bytes from `from` up to `to`, both inside the body and `from` before `to`; undefined where it is gone. */
  read(body: string, from: number, to: number): Promise<Uint8Array | undefined>;
  /** Removes bodies; those that are not there count as removed. At most `REMOVED_AT_ONCE`. */
  remove(bodies: readonly string[]): Promise<void>;
}

/** Bodies removed at once: D1 takes 100 values a statement, R2 1,000 keys a call. */
export const REMOVED_AT_ONCE = 90;
