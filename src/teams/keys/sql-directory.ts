import { NOW } from '../../storage/database-clock.ts';
import { type SqlDatabase, type SqlRow, type SqlStatement, type SqlValue, sql } from '../../storage/sql-database.ts';
import { SqlError } from '../../storage/sql-error.ts';
import { mintApiKey, PERSON, randomHex } from './api-key.ts';
import type { Directory, KeyQuery, Team } from './directory.ts';
import { conditionOf, idOfRow, textOfCell, toKeyInfo, toKeyRecord, toScopes, toTeam } from './key-rows.ts';
import { createSqlPeople } from './sql-people.ts';

const TEAM_ID_BYTES = 6;
const KEY_COLUMNS = `keys.id, keys.team_id, teams.name AS team_name, keys.name, coalesce(keys.owner, keys.id) AS owner,
  keys.scopes, keys.max_body_bytes, keys.rate_per_minute, keys.created_at, keys.expires_at, keys.revoked_at,
  keys.renewed_by, keys.role, keys.last_used_at`;
const KEYS = 'keys JOIN teams ON teams.id = keys.team_id';
const VALID = `revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${NOW})`;
const ORDERS: Readonly<Record<NonNullable<KeyQuery['order']>, string>> = {
  newest: 'keys.created_at DESC',
  name: 'lower(keys.name)',
  used: 'coalesce(keys.last_used_at, 0) DESC',
  expiry: 'keys.expires_at IS NULL, keys.expires_at',
};

/** Conditions for what the keys of a team have used, by table. */
const USED = {
  quota_use: 'team_id = ?',
  usage: "period IN ('hour', 'day') AND team_id = ?",
  latency: "period IN ('hour', 'day') AND team_id = ?",
  team_usage: "period IN ('hour', 'day') AND team_id = ?",
  team_latency: "period IN ('hour', 'day') AND team_id = ?",
} as const;

/** Stores teams and keys in SQLite. Only a hash of each key is stored. */
export const createSqlDirectory = (database: SqlDatabase): Directory => ({
  ...teamsOf(database),
  ...keysOf(database),
  ...endingOf(database),
  ...createSqlPeople(database),
  ...findingOf(database),
});

type Teams = Pick<Directory, 'createTeam' | 'listTeams' | 'findTeam' | 'changeTeam' | 'deleteTeam'>;

function teamsOf(database: SqlDatabase): Teams {
  /** Resolves to undefined if a name is taken. */
  const unlessTaken = async (
    work: Promise<{ readonly rows: readonly SqlRow[] }>,
  ): Promise<readonly Team[] | undefined> => {
    try {
      return (await work).rows.map(toTeam);
    } catch (error) {
      if (error instanceof SqlError && error.code === 'constraint') return undefined;
      throw error;
    }
  };
  return {
    async createTeam(name, monthlyQuotaBytes = null) {
      const insert = `INSERT INTO teams (id, name, monthly_quota_bytes, created_at) VALUES (?, ?, ?, ${NOW}) RETURNING *`;
      const made = await unlessTaken(database.query(insert, randomHex(TEAM_ID_BYTES), name, monthlyQuotaBytes));
      return made?.[0];
    },

    async listTeams() {
      return (await database.query('SELECT * FROM teams ORDER BY name')).rows.map(toTeam);
    },

    async findTeam(idOrName) {
      const found = 'SELECT * FROM teams WHERE id = ? OR name = ? ORDER BY id = ? DESC LIMIT 1';
      const { rows } = await database.query(found, idOrName, idOrName, idOrName);
      return rows[0] === undefined ? undefined : toTeam(rows[0]);
    },

    async changeTeam(teamId, { name, monthlyQuotaBytes, isArchived, members }) {
      const columns: Readonly<Record<string, SqlValue | undefined>> = {
        name,
        monthly_quota_bytes: monthlyQuotaBytes,
        member_scopes: members?.scopes && toScopes(members.scopes),
        member_key_days: members?.keyDays,
        member_keys: members?.keys,
      };
      const given = Object.entries(columns).filter((one): one is [string, SqlValue] => one[1] !== undefined);
      const archived =
        isArchived === undefined ? [] : [`archived_at = ${isArchived ? `coalesce(archived_at, ${NOW})` : 'NULL'}`];
      const sets = [...given.map(([column]) => `${column} = ?`), ...archived, 'id = id'].join(', ');
      const update = `UPDATE teams SET ${sets} WHERE id = ? RETURNING *`;
      const changed = await unlessTaken(database.query(update, ...given.map(([, value]) => value), teamId));
      return changed === undefined ? 'taken' : (changed[0] ?? 'unknown');
    },

    async deleteTeam(teamId) {
      const results = await database.batch(deletionOf(teamId));
      return results.at(-1)?.changes === 0 ? undefined : (results.at(-3)?.rows ?? []).map(idOfRow);
    },
  };
}

const deletionOf = (teamId: string): readonly SqlStatement[] => [
  ...Object.entries(USED).map(([table, where]) => sql(`DELETE FROM ${table} WHERE ${where}`, teamId)),
  // Its people may have keys in other teams.
  sql(
    `UPDATE keys SET revoked_at = ${NOW} WHERE role IS NULL AND revoked_at IS NULL
       AND owner IN (SELECT id FROM keys WHERE team_id = ? AND role IS NOT NULL) AND team_id <> ? RETURNING id`,
    ...[teamId, teamId],
  ),
  sql('DELETE FROM keys WHERE team_id = ?', teamId),
  sql('DELETE FROM teams WHERE id = ?', teamId),
];

/** Returns the function that lists keys by a query. */
const searchIn =
  (database: SqlDatabase): Directory['searchKeys'] =>
  async (query) => {
    const { search, isOver, order = 'newest', limit, offset = 0 } = query;
    const { where, params } = conditionOf(query);
    const sought =
      search && " AND instr(lower(keys.name || ' ' || teams.name || ' mcpp_' || keys.id), lower(CAST(? AS TEXT))) > 0";
    const state = isOver === undefined ? '' : ` AND ${isOver ? 'NOT' : ''} (${VALID})`;
    const page = limit === undefined ? '' : ` LIMIT ${Math.trunc(limit)} OFFSET ${Math.trunc(offset)}`;
    const { rows } = await database.report(
      `SELECT ${KEY_COLUMNS}, count(*) OVER () AS total FROM ${KEYS} WHERE ${where}${sought ?? ''}${state}
       ORDER BY ${ORDERS[order]}, keys.id${page}`,
      ...params,
      ...(search ? [search] : []),
    );
    return { keys: rows.map(toKeyInfo), total: Number(rows[0]?.['total'] ?? 0) };
  };

function keysOf(database: SqlDatabase): Pick<Directory, 'createKey' | 'renewKey' | 'listKeys' | 'searchKeys'> {
  const searchKeys = searchIn(database);
  return {
    async createKey({
      teamId,
      name,
      scopes,
      owner = null,
      expiresAt = null,
      maxBodyBytes = null,
      ratePerMinute = null,
    }) {
      const { id, key, hash } = await mintApiKey();
      const { changes } = await database.query(
        `INSERT INTO keys (id, team_id, name, hash, scopes, owner, max_body_bytes, rate_per_minute, created_at, expires_at)
         SELECT ?, id, ?, ?, ?, ?, ?, ?, ${NOW}, ? FROM teams WHERE id = ?`,
        ...[id, name, hash, toScopes(scopes), owner, maxBodyBytes, ratePerMinute, expiresAt, teamId],
      );
      return changes > 0 ? { id, key } : undefined;
    },

    async renewKey(old, overlapMs, of = {}) {
      const { id, key, hash } = await mintApiKey();
      const { where, params } = conditionOf(of);
      const [made] = await database.batch([
        sql(
          `INSERT INTO keys (id, team_id, name, hash, scopes, owner, max_body_bytes, rate_per_minute, created_at, expires_at)
           SELECT ?, team_id, name, ?, scopes, coalesce(owner, id), max_body_bytes, rate_per_minute, ${NOW},
             ${NOW} + (expires_at - created_at)
           FROM keys WHERE id = ? AND renewed_by IS NULL AND role IS NULL AND ${VALID} AND ${where}`,
          ...[id, hash, old, ...params],
        ),
        sql(
          `UPDATE keys SET renewed_by = ?, expires_at = CASE WHEN expires_at < ${NOW} + ? THEN expires_at ELSE ${NOW} + ? END
           WHERE id = ? AND EXISTS (SELECT 1 FROM keys AS made WHERE made.id = ?)`,
          ...[id, overlapMs, overlapMs, old, id],
        ),
      ]);
      return (made?.changes ?? 0) > 0 ? { id, key } : undefined;
    },

    listKeys: async (of = {}) => (await searchKeys(of)).keys,

    searchKeys,
  };
}

function endingOf(database: SqlDatabase): Pick<Directory, 'revokeKey'> {
  return {
    async revokeKey(id, of = {}) {
      const { where, params } = conditionOf(of);
      // Keys of a person may be in any team. Those that were revoked before are not counted again.
      const named = id.startsWith(PERSON) ? 'owner = ? AND (revoked_at IS NULL OR id = owner)' : 'id = ?';
      const [revoked] = await database.batch([
        sql(
          `UPDATE keys SET revoked_at = coalesce(revoked_at, ${NOW})
           WHERE ${named} AND EXISTS (SELECT 1 FROM keys WHERE id = ? AND ${where}) RETURNING id`,
          ...[id, id, ...params],
        ),
        sql(
          `INSERT INTO removed_people SELECT id FROM keys WHERE id = ? AND role IS NOT NULL AND ${where} ON CONFLICT DO NOTHING`,
          ...[id, ...params],
        ),
      ]);
      return (revoked?.rows ?? []).map(idOfRow);
    },
  };
}

type Finding = Pick<Directory, 'getKey' | 'namesOf' | 'findKey' | 'hasKeys'>;

function findingOf(database: SqlDatabase): Finding {
  return {
    async getKey(id) {
      const { rows } = await database.query(`SELECT ${KEY_COLUMNS} FROM ${KEYS} WHERE keys.id = ?`, id);
      return rows[0] === undefined ? undefined : toKeyInfo(rows[0]);
    },

    async namesOf(ids) {
      const named = 'SELECT id, name FROM keys WHERE id IN (SELECT CAST(each.atom AS TEXT) FROM json_each(?) AS each)';
      const { rows } = await database.query(named, JSON.stringify(ids));
      return new Map(rows.map((row) => [textOfCell(row, 'id'), textOfCell(row, 'name')]));
    },

    async findKey(id, month, isUrgent = false) {
      const { rows } = await database[isUrgent ? 'lookup' : 'query'](
        `SELECT ${KEY_COLUMNS}, keys.hash, keys.expires_at - ${NOW} AS left_ms, teams.monthly_quota_bytes,
           (SELECT input_bytes FROM quota_use WHERE quota_use.team_id = keys.team_id AND month = ?) AS used_bytes
         FROM ${KEYS} WHERE keys.id = ? AND teams.archived_at IS NULL`,
        month,
        id,
      );
      return rows[0] === undefined ? undefined : toKeyRecord(rows[0]);
    },

    async hasKeys() {
      return (await database.lookup('SELECT 1 FROM keys LIMIT 1')).rows.length > 0;
    },
  };
}
