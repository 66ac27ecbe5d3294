import { type SqlStatement, sql } from '../../storage/sql-database.ts';
import { toIncrements } from './increments.ts';
import type { LedgerBatch } from './ledger-store.ts';

const cells = (count: number): string => Array.from({ length: count }, (_, i) => `value ->> ${i}`).join(', ');

// "WHERE true" is needed, because SQLite would read ON as part of a join.
const ADD_USAGE = `INSERT INTO usage (period, team_id, start, key_id, tool, kind, engine, cache, outcome, requests, bytes_in,
  tokens_in, tokens_out, duration_ms) SELECT ${cells(14)} FROM json_each(?) WHERE true
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, bytes_in = bytes_in + excluded.bytes_in,
  tokens_in = tokens_in + excluded.tokens_in, tokens_out = tokens_out + excluded.tokens_out,
  duration_ms = duration_ms + excluded.duration_ms`;

const ADD_LATENCY = `INSERT INTO latency (period, team_id, start, key_id, engine, bucket, requests)
  SELECT ${cells(7)} FROM json_each(?) WHERE true ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`;

const ADD_QUOTA = `INSERT INTO quota_use (team_id, month, input_bytes) SELECT ${cells(3)} FROM json_each(?) WHERE true
  ON CONFLICT DO UPDATE SET input_bytes = input_bytes + excluded.input_bytes`;

const SET_LAST_USED = `UPDATE keys SET last_used_at = max(coalesce(last_used_at, 0), used.value ->> 1)
  FROM json_each(?) AS used WHERE keys.id = used.value ->> 0`;

/**
 * Returns the transaction that writes a batch: always five statements, each with its rows as one JSON value. D1 takes
 * 100 values per statement, and 50 statements per request on its free plan. The batch's id comes first; if it was
 * written before, the transaction fails.
 */
export function toWriteStatements({ id, records }: LedgerBatch, at: number): SqlStatement[] {
  const { usage, latency, quota, lastUsed } = toIncrements(records);
  return [
    sql('INSERT INTO ledger_batches (id, at) VALUES (?, ?)', id, at),
    sql(ADD_USAGE, JSON.stringify(usage)),
    sql(ADD_LATENCY, JSON.stringify(latency)),
    sql(ADD_QUOTA, JSON.stringify(quota)),
    sql(SET_LAST_USED, JSON.stringify(lastUsed)),
  ];
}
