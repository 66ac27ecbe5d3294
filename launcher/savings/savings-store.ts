import { type SqlDatabase, sql } from '../../src/storage/sql-database.ts';
import type { WholeCounts, WholeReason } from '../../src/unasked/whole-reasons.ts';
import type { CarriedSession } from './carry.ts';
import { addSavings, DEFINITIONS, NOTHING, type Savings, type SavingsSums } from './savings.ts';
import { EARLIEST, TRIAL_MS, TRIAL_RESULTS, type Trial } from './trial.ts';

/** Stored state of a session, for its next record. */
export interface StoredSession extends CarriedSession {
  readonly id: string;
  /** True in shadow mode, which is counted separately. */
  readonly shadow: boolean;
  /** Local date of the last record, YYYY-MM-DD. */
  readonly day: string;
}

/** Rows written in one transaction. */
export interface LedgerRows {
  readonly savings: readonly Savings[];
  /** Run that the rows also belong to. */
  readonly run?: string | undefined;
  /** New states of sessions, which replace the stored ones. */
  readonly sessions?: readonly StoredSession[] | undefined;
  /**
   * Rows to add to the trial. A row counts only if the trial was not over at the row's `started` time. A row without a
   * result counts only if the earlier result that it refers to counts.
   */
  readonly trial?: readonly Trial[] | undefined;
  /** Names of the results that the rows count. */
  readonly results?: readonly CountedResult[] | undefined;
  /** Results that passed unchanged. */
  readonly whole?: readonly WholeResult[] | undefined;
}

export interface CountedResult {
  readonly result: string;
  /** Local date. */
  readonly day: string;
}

export interface WholeResult {
  /** Local date. */
  readonly day: string;
  readonly reason: WholeReason;
  /** Id of its session; empty if the host records none. */
  readonly session: string;
}

export type SavingsStore = ReturnType<typeof createSavingsStore>;

const COLUMNS = [
  ...['day', 'project', 'tool', 'shadow'],
  ...['calls', 'asked', 'raw', 'shown', 'fetched', 'definitions', 'carried', 'written'],
];
const SUMS = COLUMNS.slice(4);
const ADD = `INSERT INTO savings (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT DO UPDATE SET ${SUMS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`;

const ADD_RUN = `INSERT INTO runs (run, day, ${SUMS.join(', ')}) VALUES (?, ?, ${SUMS.map(() => '?').join(', ')})
  ON CONFLICT DO UPDATE SET ${SUMS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`;

const SESSION = ['request', 'resets', 'spared', 'fresh', 'definitions'] as const;
const PUT_SESSION = `INSERT OR REPLACE INTO sessions (session, shadow, day, ${SESSION.join(', ')})
  VALUES (?, ?, ?, ${SESSION.map(() => '?').join(', ')})`;
const GET_SESSION = `SELECT ${SESSION.join(', ')} FROM sessions WHERE session = ? AND shadow = ?`;
const TRIAL = ['started', 'results', 'shortened', 'raw', 'shown', 'carried', 'again'] as const;
/** A start in the future or before any release comes from a wrong clock. A later result's timestamp replaces it. */
const START = `CASE
    WHEN excluded.results = 0 OR excluded.started < ${EARLIEST} THEN started
    WHEN started < ${EARLIEST} THEN excluded.started
    ELSE MIN(started, excluded.started)
  END`;
const ADD_TRIAL = `INSERT INTO trial (id, ${TRIAL.join(', ')}, last) VALUES (1, ${TRIAL.map(() => '?').join(', ')}, ?)
  ON CONFLICT DO UPDATE SET
    ${TRIAL.slice(1)
      .map((name) => `${name} = ${name} + excluded.${name}`)
      .join(', ')},
    started = ${START},
    last = CASE WHEN excluded.results = 0 THEN last ELSE excluded.last END
  WHERE (results < ${TRIAL_RESULTS} OR (excluded.results = 0 AND excluded.started <= last))
    AND (excluded.started - started < ${TRIAL_MS} OR started < ${EARLIEST})`;
const ADD_WHOLE = `INSERT INTO whole (day, reason, session, results) VALUES (?, ?, ?, 1)
  ON CONFLICT DO UPDATE SET results = results + 1`;
const TABLES = ['savings', 'runs', 'sessions', 'whole'];

export function createSavingsStore(database: SqlDatabase) {
  const countWhole = async (where: string, value: string): Promise<WholeCounts> => {
    const { rows } = await database.query(
      `SELECT reason, SUM(results) AS results FROM whole WHERE ${where} GROUP BY reason`,
      value,
    );
    return Object.fromEntries(rows.map(({ reason, results }) => [String(reason), Number(results)]));
  };
  return {
    /**
     * Adds rows to the sums of their day, project and tool, of the run, and of the trial. Adds all of them or none.
     * Rejects with a `SqlError`, whose code is `constraint` if one of the results is already counted.
     */
    add: async (rows: LedgerRows): Promise<void> => void (await database.batch(statementsOf(rows))),
    /** Counts the results that passed unchanged since a day, by reason. Rejects with a `SqlError`. */
    wholeSince: (day: string): Promise<WholeCounts> => countWhole('day >= ?', day),
    /** Counts those of a session. Rejects with a `SqlError`. */
    wholeIn: (session: string): Promise<WholeCounts> => countWhole('session = ?', session),
    /** Undefined if no result of a host's own tools was measured. Rejects with a `SqlError`. */
    trial: async (): Promise<Trial | undefined> => {
      const { rows } = await database.query(`SELECT ${TRIAL.join(', ')} FROM trial`);
      return rows[0] as unknown as Trial | undefined;
    },
    /** Returns the sums of a run without shadow mode; undefined for an unknown run. Rejects with a `SqlError`. */
    ofRun: async (run: string): Promise<SavingsSums | undefined> => {
      const { rows } = await database.query(`SELECT ${SUMS.join(', ')} FROM runs WHERE run = ?`, run);
      return rows[0] as unknown as SavingsSums | undefined;
    },
    /** Returns undefined for an unknown session. Rejects with a `SqlError`. */
    session: async (id: string, shadow: boolean): Promise<CarriedSession | undefined> => {
      const { rows } = await database.query(GET_SESSION, id, Number(shadow));
      return rows[0] as unknown as CarriedSession | undefined;
    },
    /** Returns the rows since a day, oldest first. Rejects with a `SqlError`. */
    since: async (day: string): Promise<readonly Savings[]> => {
      const { rows } = await database.query(
        `SELECT ${COLUMNS.join(', ')} FROM savings WHERE day >= ? ORDER BY day, project, tool, shadow`,
        day,
      );
      return rows.map((row) => ({ ...(row as unknown as Savings), shadow: row['shadow'] === 1 }));
    },
    /** Deletes the rows before a day. */
    dropBefore: async (day: string): Promise<void> => {
      await database.batch(TABLES.map((table) => sql(`DELETE FROM ${table} WHERE day < ?`, day)));
    },
    /** True for a result that is counted already. Rejects with a `SqlError`. */
    isCounted: async (result: string): Promise<boolean> => {
      const { rows } = await database.query('SELECT 1 FROM results WHERE result = ?', result);
      return rows.length > 0;
    },
    /** Deletes the names of results counted before a day. */
    forgetResultsBefore: async (day: string): Promise<void> => {
      await database.batch([sql('DELETE FROM results WHERE day < ?', day)]);
    },
    close: database.close,
  };
}

function statementsOf({
  savings,
  run,
  sessions = [],
  trial = [],
  results = [],
  whole = [],
}: LedgerRows): ReturnType<typeof sql>[] {
  const cells = savings.map((row) =>
    COLUMNS.map((name) => {
      const cell = row[name as keyof Savings];
      return typeof cell === 'boolean' ? Number(cell) : cell;
    }),
  );
  const real = savings.filter(({ shadow }) => !shadow);
  return [
    ...cells.map((params) => sql(ADD, ...params)),
    ...(run !== undefined && real.length > 0 ? [addToRun(run, real)] : []),
    ...sessions.map(({ id, shadow, day, ...one }) =>
      sql(PUT_SESSION, id, Number(shadow), day, ...SESSION.map((name) => one[name])),
    ),
    ...trial.map((one) => sql(ADD_TRIAL, ...TRIAL.map((name) => one[name]), one.started)),
    ...results.map(({ result, day }) => sql('INSERT INTO results (result, day) VALUES (?, ?)', result, day)),
    ...whole.map(({ day, reason, session }) => sql(ADD_WHOLE, day, reason, session)),
  ];
}

function addToRun(run: string, rows: readonly Savings[]): ReturnType<typeof sql> {
  const sums = rows.map((row) => (row.tool === DEFINITIONS ? { ...row, calls: 0 } : row));
  const sum = sums.reduce<SavingsSums>(addSavings, NOTHING);
  return sql(ADD_RUN, run, rows[0]?.day ?? '', ...SUMS.map((name) => sum[name as keyof SavingsSums]));
}
