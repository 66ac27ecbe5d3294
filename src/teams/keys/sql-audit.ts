import { asJsonObject } from '../../base/json/json-object.ts';
import { NOW } from '../../storage/database-clock.ts';
import type { SqlDatabase, SqlRow, SqlValue } from '../../storage/sql-database.ts';
import type { AuditAction, AuditTrail, StoredAuditEntry } from './audit.ts';

/** Max rows that a statement deletes. */
const EXPIRED_AT_ONCE = 1_000;

/** Two years. */
const RETENTION_MS = 730 * 86_400_000;

/** Stores the audit trail in a migrated database. `retentionMs`: milliseconds that entries are kept. */
export function createSqlAudit(database: SqlDatabase, retentionMs: number = RETENTION_MS): AuditTrail {
  return {
    async write({ action, byTeam, byKey, address, requestId, team, key, about }) {
      // `scopes` and `beyond` are of entries from before there was `about`.
      await database.query(
        `INSERT INTO audit (at, action, by_team, by_key, team, key, scopes, beyond, address, request_id, about)
         VALUES (${NOW}, ?, ?, ?, ?, ?, '[]', '[]', ?, ?, ?)`,
        ...[action, byTeam, byKey, team, key, address, requestId, JSON.stringify(about)],
      );
    },
    async read({ team, from, to, before, limit }) {
      const conditions: readonly (readonly [string, SqlValue | undefined])[] = [
        ['at >= ?', from],
        ['at < ?', to],
        ['team = ?', team],
        ['id < ?', before],
      ];
      const asked = conditions.filter((one): one is [string, SqlValue] => one[1] !== undefined);
      const where = asked.map(([condition]) => condition).join(' AND ');
      const read = `SELECT * FROM audit WHERE ${where} ORDER BY id DESC LIMIT ?`;
      const { rows } = await database.query(read, ...asked.map(([, value]) => value), limit);
      return rows.map(toEntry);
    },
    async expire() {
      const some = `SELECT id FROM audit WHERE at < ${NOW} - ? ORDER BY at LIMIT ${EXPIRED_AT_ONCE}`;
      const remove = `DELETE FROM audit WHERE id IN (${some})`;
      while ((await database.query(remove, retentionMs)).changes === EXPIRED_AT_ONCE);
    },
  };
}

function toEntry(row: SqlRow): StoredAuditEntry {
  const { about, scopes, beyond } = row;
  return {
    id: Number(row['id']),
    at: Number(row['at']),
    action: row['action'] as AuditAction,
    byTeam: String(row['by_team']),
    byKey: String(row['by_key']),
    address: row['address'] as string | null,
    requestId: String(row['request_id'] ?? ''),
    team: row['team'] as string | null,
    key: String(row['key']),
    about:
      typeof about === 'string'
        ? asJsonObject(JSON.parse(about))
        : { scopes: JSON.parse(String(scopes)), beyond: JSON.parse(String(beyond)) },
  };
}
