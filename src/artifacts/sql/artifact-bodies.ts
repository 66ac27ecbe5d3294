import type { SqlStatement } from '../../storage/sql-database.ts';

/** Storage for the bodies that an SQL index names: a table next to it, or an object store. */
export interface ArtifactBodies {
  /**
   * Writes a body under a new name, block by block (each of `BLOCK_BYTES`, the last one shorter; an empty body has
   * none). If the bodies are outside the index's transaction, calls `reserve` before the first byte. `reserve` records
   * the name, so that an orphaned body can be found. The returned statements run in the index's transaction. After a
   * rejection, the caller removes the body by its reserved name.
   */
  write(
    body: string,
    blocks: AsyncIterable<Uint8Array<ArrayBuffer>>,
    reserve: () => Promise<void>,
  ): Promise<readonly SqlStatement[]>;
  /**
   * Returns the bytes from `from` up to `to`, both inside the body, with `from` before `to`; undefined if the body is
   * gone.
   */
  read(body: string, from: number, to: number): Promise<Uint8Array | undefined>;
  /** Removes bodies; missing ones count as removed. At most `REMOVED_AT_ONCE`. */
  remove(bodies: readonly string[]): Promise<void>;
}

/** Max bodies removed at once: D1 takes 100 values per statement, R2 1,000 keys per call. */
export const REMOVED_AT_ONCE = 90;
