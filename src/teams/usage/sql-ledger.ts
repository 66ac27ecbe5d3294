import type { SqlDatabase, SqlRow } from '../../storage/sql-database.ts';
import { SqlError } from '../../storage/sql-error.ts';
import type { LatencyQuery, LatencyRow, UsageRow } from './ledger-query.ts';
import type { LedgerStore } from './ledger-store.ts';
import { toQuantiles } from './quantiles.ts';
import { EXPIRED_AT_ONCE, toExpiryStatements } from './sql-ledger-expiry.ts';
import { toLatencyStatement, toUsageStatement } from './sql-ledger-read.ts';
import { toWriteStatements } from './sql-ledger-write.ts';

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
