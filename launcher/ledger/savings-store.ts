import { type SqlDatabase, sql } from '../../src/storage/sql-database.ts';
import type { Savings } from './savings.ts';

export interface SavingsStore {
  /** Adds to what there is of the same day, project and tool: all of them or none. Rejects with a `SqlError`. */
  add(rows: readonly Savings[]): Promise<void>;
  /** Rows from a day on, oldest first. Rejects with a `SqlError`. */
  since(day: string): Promise<readonly Savings[]>;
  /** Drops rows of before a day. */
  dropBefore(day: string): Promise<void>;
  close(): void;
}

const COLUMNS = ['day', 'project', 'tool', 'shadow', 'calls', 'asked', 'raw', 'shown', 'fetched', 'definitions'];
const SUMS = COLUMNS.slice(4);
const ADD = `INSERT INTO savings (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT DO UPDATE SET ${SUMS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`;

export function createSavingsStore(database: SqlDatabase): SavingsStore {
  return {
    add: async (rows) => {
      const cells = rows.map((row) =>
        COLUMNS.map((name) => {
          const cell = row[name as keyof Savings];
          return typeof cell === 'boolean' ? Number(cell) : cell;
        }),
      );
      await database.batch(cells.map((params) => sql(ADD, ...params)));
    },
    since: async (day) => {
      const { rows } = await database.query(
        `SELECT ${COLUMNS.join(', ')} FROM savings WHERE day >= ? ORDER BY day, project, tool, shadow`,
        day,
      );
      return rows.map((row) => ({ ...(row as unknown as Savings), shadow: row['shadow'] === 1 }));
    },
    dropBefore: async (day) => {
      await database.query('DELETE FROM savings WHERE day < ?', day);
    },
    close: database.close,
  };
}
