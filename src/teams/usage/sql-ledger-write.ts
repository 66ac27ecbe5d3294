import { NOW } from '../../storage/database-clock.ts';
import { cell } from '../../storage/json-rows.ts';
import { type SqlStatement, sql } from '../../storage/sql-database.ts';
import { toIncrements } from './increments.ts';
import type { LedgerBatch } from './ledger-store.ts';

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

/**
 * Returns the transaction that writes a batch: always five statements, each with its rows as one JSON value. D1 takes
 * 100 values per statement, and 50 statements per request on its free plan. The batch's id comes first; if it was
 * written before, the transaction fails.
 */
export function toWriteStatements({ id, records }: LedgerBatch): SqlStatement[] {
  const { usage, latency, quota, lastUsed } = toIncrements(records);
  return [
    sql(`INSERT INTO ledger_batches (id, at) VALUES (?, ${NOW})`, id),
    sql(ADD_USAGE, JSON.stringify(usage)),
    sql(ADD_LATENCY, JSON.stringify(latency)),
    sql(ADD_QUOTA, JSON.stringify(quota)),
    sql(SET_LAST_USED, JSON.stringify(lastUsed)),
  ];
}
