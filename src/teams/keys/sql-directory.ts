import { NOW } from '../../storage/database-clock.ts';
import type { SqlDatabase, SqlRow } from '../../storage/sql-database.ts';
import { SqlError } from '../../storage/sql-error.ts';
import { mintApiKey, randomHex } from './api-key.ts';
import type { Directory, KeyInfo, KeyRecord, Team } from './directory.ts';
import { SCOPES, type Scope } from './scope.ts';

const TEAM_ID_BYTES = 6;
const KEY_COLUMNS = `keys.id, keys.team_id, teams.name AS team_name, keys.name, keys.scopes, keys.max_body_bytes,
  keys.rate_per_minute, keys.created_at, keys.expires_at, keys.revoked_at, keys.last_used_at`;
const KEYS = 'keys JOIN teams ON teams.id = keys.team_id';

/** Stores teams and keys in SQLite. Only a hash of each key is stored. */
export const createSqlDirectory = (database: SqlDatabase): Directory => ({ ...teamsOf(database), ...keysOf(database) });

type Teams = Pick<Directory, 'createTeam' | 'listTeams' | 'findTeam' | 'setQuota'>;

function teamsOf(database: SqlDatabase): Teams {
  return {
    async createTeam(name) {
      const insert = `INSERT INTO teams (id, name, monthly_quota_bytes, created_at) VALUES (?, ?, NULL, ${NOW}) RETURNING *`;
      try {
        return toTeam((await database.query(insert, randomHex(TEAM_ID_BYTES), name)).rows[0] as SqlRow);
      } catch (error) {
        if (error instanceof SqlError && error.code === 'constraint') return undefined;
        throw error;
      }
    },

    async listTeams() {
      return (await database.query('SELECT * FROM teams ORDER BY name')).rows.map(toTeam);
    },

    async findTeam(idOrName) {
      const found = 'SELECT * FROM teams WHERE id = ? OR name = ? ORDER BY id = ? DESC LIMIT 1';
      const { rows } = await database.query(found, idOrName, idOrName, idOrName);
      return rows[0] === undefined ? undefined : toTeam(rows[0]);
    },

    async setQuota(teamId, monthlyQuotaBytes) {
      const update = 'UPDATE teams SET monthly_quota_bytes = ? WHERE id = ?';
      return (await database.query(update, monthlyQuotaBytes, teamId)).changes > 0;
    },
  };
}

function keysOf(database: SqlDatabase): Omit<Directory, keyof Teams> {
  return {
    async createKey({ teamId, name, scopes, expiresAt = null, maxBodyBytes = null, ratePerMinute = null }) {
      const { id, key, hash } = await mintApiKey();
      const { changes } = await database.query(
        `INSERT INTO keys (id, team_id, name, hash, scopes, max_body_bytes, rate_per_minute, created_at, expires_at)
         SELECT ?, id, ?, ?, ?, ?, ?, ${NOW}, ? FROM teams WHERE id = ?`,
        id,
        name,
        hash,
        SCOPES.filter((scope) => scopes.includes(scope)).join(' '),
        maxBodyBytes,
        ratePerMinute,
        expiresAt,
        teamId,
      );
      return changes > 0 ? { id, key } : undefined;
    },

    async listKeys(teamId) {
      const where = teamId === undefined ? '' : 'WHERE keys.team_id = ?';
      const list = `SELECT ${KEY_COLUMNS} FROM ${KEYS} ${where} ORDER BY keys.created_at DESC, keys.id`;
      return (await database.query(list, ...(teamId === undefined ? [] : [teamId]))).rows.map(toKeyInfo);
    },

    async revokeKey(id, teamId) {
      const { changes } = await database.query(
        `UPDATE keys SET revoked_at = coalesce(revoked_at, ${NOW}) WHERE id = ? AND team_id = coalesce(?, team_id)`,
        id,
        teamId ?? null,
      );
      return changes > 0;
    },

    async findKey(id, month, isUrgent = false) {
      const { rows } = await database[isUrgent ? 'lookup' : 'query'](
        `SELECT ${KEY_COLUMNS}, keys.hash, keys.expires_at - ${NOW} AS left_ms, teams.monthly_quota_bytes,
           (SELECT input_bytes FROM quota_use WHERE quota_use.team_id = keys.team_id AND month = ?) AS used_bytes
         FROM ${KEYS} WHERE keys.id = ?`,
        month,
        id,
      );
      return rows[0] === undefined ? undefined : toKeyRecord(rows[0]);
    },

    async hasKeys() {
      return (await database.query('SELECT 1 FROM keys LIMIT 1')).rows.length > 0;
    },
  };
}

const text = (row: SqlRow, name: string): string => String(row[name]);
const numberOrNull = (row: SqlRow, name: string): number | null => {
  const value = row[name];
  return value === null || value === undefined ? null : Number(value);
};

function toTeam(row: SqlRow): Team {
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    monthlyQuotaBytes: numberOrNull(row, 'monthly_quota_bytes'),
    createdAt: Number(row['created_at']),
  };
}

function toKeyInfo(row: SqlRow): KeyInfo {
  return {
    id: text(row, 'id'),
    teamId: text(row, 'team_id'),
    teamName: text(row, 'team_name'),
    name: text(row, 'name'),
    scopes: text(row, 'scopes')
      .split(' ')
      .filter((scope): scope is Scope => (SCOPES as readonly string[]).includes(scope)),
    maxBodyBytes: numberOrNull(row, 'max_body_bytes'),
    ratePerMinute: numberOrNull(row, 'rate_per_minute'),
    createdAt: Number(row['created_at']),
    expiresAt: numberOrNull(row, 'expires_at'),
    revokedAt: numberOrNull(row, 'revoked_at'),
    lastUsedAt: numberOrNull(row, 'last_used_at'),
  };
}

function toKeyRecord(row: SqlRow): KeyRecord {
  return {
    ...toKeyInfo(row),
    hash: text(row, 'hash'),
    leftMs: numberOrNull(row, 'left_ms'),
    monthlyQuotaBytes: numberOrNull(row, 'monthly_quota_bytes'),
    usedBytes: Number(row['used_bytes'] ?? 0),
  };
}
