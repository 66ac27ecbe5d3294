import { NOW } from '../../storage/database-clock.ts';
import { cell } from '../../storage/json-rows.ts';
import { type SqlDatabase, type SqlRow, type SqlStatement, sql } from '../../storage/sql-database.ts';
import { SqlError } from '../../storage/sql-error.ts';
import { monthOf } from '../keys/month.ts';
import { toLatencyBucket } from './latency-bucket.ts';
import type { LatencyQuery, LatencyRow, UsageRow } from './ledger-query.ts';
import type { LedgerBatch, LedgerStore } from './ledger-store.ts';
import { PERIODS, type Period, startOf } from './period.ts';
import { toQuantiles } from './quantiles.ts';
import { toLatencyStatement, toUsageStatement } from './sql-ledger-read.ts';
import { type SumsTable, teamsIn } from './sql-ledger-teams.ts';
import type { UsageRecord } from './usage-record.ts';

type Cell = string | number;

/** Rows that a batch adds to each table: names first, then the numbers to add. */
interface Increments {
  /** period, team, start, key, tool, kind, engine, cache, outcome; requests, bytes in, tokens in, tokens out, ms. */
  readonly usage: readonly (readonly Cell[])[];
  /** period, team, start, key, engine, bucket; requests. */
  readonly latency: readonly (readonly Cell[])[];
  /** team, month; bytes in. */
  readonly quota: readonly (readonly Cell[])[];
  /** key; the last time it was used. */
  readonly lastUsed: readonly (readonly Cell[])[];
}

type Merge = (a: number, b: number) => number;
const add: Merge = (a, b) => a + b;

/** Collects rows by their names and merges numbers of equal names. */
function rows(merge: Merge): { put(names: readonly Cell[], numbers: readonly number[]): void; all(): Cell[][] } {
  const found = new Map<string, { readonly names: readonly Cell[]; readonly numbers: number[] }>();
  return {
    put: (names, numbers) => {
      const id = JSON.stringify(names);
      const row = found.get(id);
      if (row === undefined) found.set(id, { names, numbers: [...numbers] });
      else for (const [i, number] of numbers.entries()) row.numbers[i] = merge(row.numbers[i] ?? 0, number);
    },
    // In an order of their own, so that two workers never wait for each other's rows. The key, at index 3, comes last,
    // because the database adds each row to that of its team.
    all: () =>
      [...found.values()]
        .map((row) => ({ ...row, by: JSON.stringify(row.names.toSpliced(3, 1).concat(row.names[3] ?? '')) }))
        .sort((one, other) => (one.by < other.by ? -1 : 1))
        .map(({ names, numbers }) => [...names, ...numbers]),
  };
}

/** Sums up records in memory, so that a batch touches each database row once. */
export function toIncrements(records: readonly UsageRecord[]): Increments {
  const usage = rows(add);
  const latency = rows(add);
  const quota = rows(add);
  const lastUsed = rows(Math.max);
  for (const one of records) {
    const engine = one.engine ?? '';
    const numbers = [1, one.bytesIn, one.tokensIn, one.tokensOut, one.durationMs];
    for (const period of PERIODS) {
      const start = startOf(period, one.at);
      const names = [one.tool, one.kind ?? '', engine, one.cache ?? '', one.outcome];
      usage.put([period, one.team, start, one.key, ...names], numbers);
      latency.put([period, one.team, start, one.key, engine, toLatencyBucket(one.durationMs)], [1]);
    }
    quota.put([one.team, monthOf(one.at)], [one.bytesIn]);
    lastUsed.put([one.key], [one.at]);
  }
  return { usage: usage.all(), latency: latency.all(), quota: quota.all(), lastUsed: lastUsed.all() };
}

/** Returns an INSERT of the rows in a JSON array. If a row exists, its numbers are added. */
function addTo(table: string, names: readonly string[], numbers: Readonly<Record<string, 'integer' | 'real'>>): string {
  const added = Object.entries(numbers);
  const cells = [
    ...names.map((name, i) => cell('r', i, WHOLE.has(name) ? 'integer' : 'text')),
    ...added.map(([, type], i) => cell('r', names.length + i, type)),
  ];
  // "WHERE true" is needed, because SQLite would read ON as part of a join.
  return `INSERT INTO ${table} (${[...names, ...Object.keys(numbers)].join(', ')})
    SELECT ${cells.join(', ')} FROM json_each(?) AS r WHERE true ON CONFLICT (${names.join(', ')})
    DO UPDATE SET ${added.map(([name]) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`;
}

/** Columns in the names of a row that are numbers. */
const WHOLE: ReadonlySet<string> = new Set(['start', 'bucket']);

const ADD_USAGE = addTo(
  'usage',
  ['period', 'team_id', 'start', 'key_id', 'tool', 'kind', 'engine', 'cache', 'outcome'],
  { requests: 'integer', bytes_in: 'integer', tokens_in: 'integer', tokens_out: 'integer', duration_ms: 'real' },
);
const ADD_LATENCY = addTo('latency', ['period', 'team_id', 'start', 'key_id', 'engine', 'bucket'], {
  requests: 'integer',
});
const ADD_QUOTA = addTo('quota_use', ['team_id', 'month'], { input_bytes: 'integer' });

const USED_AT = cell('used', 1, 'integer');
const SET_LAST_USED = `UPDATE keys SET last_used_at = ${USED_AT} FROM json_each(?) AS used
  WHERE keys.id = ${cell('used', 0, 'text')} AND coalesce(keys.last_used_at, 0) < ${USED_AT}`;

/** Only workers on PostgreSQL lease quotas. */
const END_LEASES = 'DELETE FROM quota_leases WHERE id IN (SELECT CAST(each.atom AS BIGINT) FROM json_each(?) AS each)';

/**
 * Returns the transaction that writes a batch: five statements, each with its rows as one JSON value. D1 takes
 * 100 values per statement, and 50 statements per request on its free plan. The batch's id comes first; if it was
 * written before, the transaction fails.
 */
function toWriteStatements({ id, records }: LedgerBatch): SqlStatement[] {
  const { usage, latency, quota, lastUsed } = toIncrements(records);
  const leases = records.flatMap((record) => record.leases ?? []);
  return [
    sql(`INSERT INTO ledger_batches (id, at) VALUES (?, ${NOW})`, id),
    sql(ADD_USAGE, JSON.stringify(usage)),
    sql(ADD_LATENCY, JSON.stringify(latency)),
    sql(ADD_QUOTA, JSON.stringify(quota)),
    sql(SET_LAST_USED, JSON.stringify(lastUsed)),
    ...(leases.length > 0 ? [sql(END_LEASES, JSON.stringify(leases))] : []),
  ];
}

const DAY_MS = 86_400_000;

/** Retention of sums by hour, and of sums by day. */
const HOURS_MS = 90 * DAY_MS;
const DAYS_MS = 730 * DAY_MS;
/** A batch is retried within minutes or never. */
const BATCHES_MS = DAY_MS;
/** Max rows that a statement deletes. It takes some milliseconds, for which other statements wait. */
const EXPIRED_AT_ONCE = 1_000;

const KEYS: Readonly<Record<SumsTable, string>> = {
  usage: 'period, team_id, start, key_id, tool, kind, engine, cache, outcome',
  latency: 'period, team_id, start, key_id, engine, bucket',
  team_usage: 'period, team_id, start, tool, kind, engine, cache, outcome',
  team_latency: 'period, team_id, start, engine, bucket',
};

const expireSums = (table: SumsTable, period: Period, retentionMs: number): SqlStatement =>
  sql(
    `DELETE FROM ${table} WHERE (${KEYS[table]}) IN (SELECT ${KEYS[table]} FROM ${table}
       WHERE period = ? AND team_id IN ${teamsIn(table)} AND start < ${NOW} - ? LIMIT ${EXPIRED_AT_ONCE})`,
    ...[period, period, period, retentionMs],
  );

/** Returns the statements that delete data past its retention. Repeat each while it deletes `EXPIRED_AT_ONCE` rows. */
function toExpiryStatements(): SqlStatement[] {
  return [
    sql(
      `DELETE FROM ledger_batches WHERE id IN (SELECT id FROM ledger_batches WHERE at < ${NOW} - ? LIMIT ${EXPIRED_AT_ONCE})`,
      BATCHES_MS,
    ),
    ...(Object.keys(KEYS) as SumsTable[]).flatMap((table) => [
      expireSums(table, 'hour', HOURS_MS),
      expireSums(table, 'day', DAYS_MS),
    ]),
  ];
}

/** Stores the ledger in a migrated database. */
export function createSqlLedger(database: SqlDatabase): LedgerStore {
  const isWritten = async (id: string): Promise<boolean> =>
    (await database.query('SELECT 1 FROM ledger_batches WHERE id = ?', id)).rows.length > 0;

  return {
    write: async (batch) => {
      try {
        await database.batch(toWriteStatements(batch));
      } catch (error) {
        // An earlier try succeeded, but its answer was lost.
        if (error instanceof SqlError && error.code === 'constraint' && (await isWritten(batch.id))) return;
        throw error;
      }
    },
    expire: async () => {
      for (const { sql, params } of toExpiryStatements()) {
        for (let some = true; some; ) some = (await database.query(sql, ...params)).changes === EXPIRED_AT_ONCE;
      }
    },
    usage: async (query) => {
      const { sql, params } = toUsageStatement(query);
      return (await database.report(sql, ...params)).rows.map(toUsageRow);
    },
    latency: async (query) => {
      const { sql, params } = toLatencyStatement(query);
      return toLatencyRows((await database.report(sql, ...params)).rows, query);
    },
  };
}

const orNull = (text: unknown): string | null => (text === '' || text === undefined ? null : (text as string | null));

function toUsageRow(row: SqlRow): UsageRow {
  const tokensIn = Number(row['tokens_in']);
  const tokensOut = Number(row['tokens_out']);
  return {
    ...('start' in row && { start: Number(row['start']) }),
    ...('team_id' in row && { team: String(row['team_id']), teamName: orNull(row['team_name']) }),
    ...('key_id' in row && { key: String(row['key_id']), keyName: orNull(row['key_name']) }),
    ...('owner_id' in row && { owner: orNull(row['owner_id']), ownerName: orNull(row['owner_name']) }),
    ...('tool' in row && { tool: String(row['tool']) }),
    ...('kind' in row && { kind: orNull(row['kind']) }),
    ...('engine' in row && { engine: orNull(row['engine']) }),
    ...('cache' in row && { cache: orNull(row['cache']) }),
    ...('outcome' in row && { outcome: String(row['outcome']) }),
    requests: Number(row['requests']),
    failures: Number(row['failures']),
    cacheHits: Number(row['cache_hits']),
    cacheMisses: Number(row['cache_misses']),
    cacheJoined: Number(row['cache_joined']),
    bytesIn: Number(row['bytes_in']),
    tokensIn,
    tokensOut,
    tokensSaved: tokensIn - tokensOut,
    durationMs: Number(row['duration_ms']),
    ...('groups' in row && { groups: Number(row['groups']) }),
  };
}

function toLatencyRows(rows: readonly SqlRow[], { groupBy }: LatencyQuery): LatencyRow[] {
  const groups = new Map<string, { readonly row: SqlRow; readonly counts: Map<number, number> }>();
  for (const row of rows) {
    const id = JSON.stringify([row['start'], row['key_id'], row['engine']]);
    const group = groups.get(id) ?? { row, counts: new Map() };
    groups.set(id, group);
    group.counts.set(Number(row['bucket']), Number(row['requests']));
  }
  return [...groups.values()].flatMap(({ row, counts }) => {
    const quantiles = toQuantiles(counts);
    if (quantiles === undefined) return [];
    return {
      ...(groupBy.includes('time') && { start: Number(row['start']) }),
      ...(groupBy.includes('key') && { key: String(row['key_id']) }),
      ...(groupBy.includes('engine') && { engine: orNull(row['engine']) }),
      requests: [...counts.values()].reduce((sum, one) => sum + one, 0),
      ...quantiles,
    };
  });
}
