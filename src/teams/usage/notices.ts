import { NOW } from '../../storage/database-clock.ts';
import type { SqlDatabase, SqlRow } from '../../storage/sql-database.ts';
import { monthOf } from '../keys/month.ts';

/** Something that people should know before it happens. Times are ISO 8601. */
export type OperatorNotice =
  | {
      readonly event: 'key_expires';
      readonly team: string;
      readonly team_name: string;
      readonly key: string;
      readonly key_name: string;
      readonly owner: string;
      readonly expires_at: string;
    }
  | {
      readonly event: 'quota_nearly_used';
      readonly team: string;
      readonly team_name: string;
      readonly month: string;
      readonly used_bytes: number;
      readonly quota_bytes: number;
    };

const DAY_MS = 86_400_000;
/** How long before its expiry a key is told of. */
export const EXPIRES_SOON_MS: number = 7 * DAY_MS;
/** Share of a quota from which it is told of. */
export const NEARLY_USED = 0.8;
/** How long it is remembered that something was told. */
const KEPT_MS = 400 * DAY_MS;
/** Max notices of each kind at once. */
const AT_ONCE = 500;

export interface NoticesDeps {
  readonly database: SqlDatabase;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Tells of something. If it rejects, the same is told again an hour later. */
  readonly tell: (notice: OperatorNotice) => Promise<void>;
}

/** Returns the function that tells, once for all workers, what has to be told. Rejects with a `SqlError`. */
export function createNotices({ database, clock, tell }: NoticesDeps): () => Promise<void> {
  const tellOnce = async (name: string, notice: OperatorNotice): Promise<void> => {
    const claim = `INSERT INTO notices (name, at) VALUES (?, ${NOW}) ON CONFLICT (name) DO NOTHING`;
    if ((await database.query(claim, name)).changes === 0) return;
    try {
      await tell(notice);
    } catch {
      await database.query('DELETE FROM notices WHERE name = ?', name);
    }
  };
  return async () => {
    await database.query(`DELETE FROM notices WHERE at < ${NOW} - ?`, KEPT_MS);
    const month = monthOf(clock());
    const [keys, quotas] = await database.batch([
      {
        sql: `SELECT keys.id, keys.name, keys.team_id, teams.name AS team_name, coalesce(keys.owner, keys.id) AS owner, expires_at
          FROM keys JOIN teams ON teams.id = keys.team_id
          WHERE expires_at > ${NOW} AND expires_at < ${NOW} + ? AND revoked_at IS NULL AND renewed_by IS NULL
          ORDER BY expires_at LIMIT ${AT_ONCE}`,
        params: [EXPIRES_SOON_MS],
      },
      {
        sql: `SELECT teams.id, teams.name, monthly_quota_bytes, input_bytes FROM teams CROSS JOIN quota_use
          WHERE quota_use.team_id = teams.id AND month = ? AND input_bytes >= monthly_quota_bytes * ${NEARLY_USED} LIMIT ${AT_ONCE}`,
        params: [month],
      },
    ]);
    for (const row of keys?.rows ?? []) {
      await tellOnce(`key ${row['id']} ${row['expires_at']}`, toKeyExpires(row));
    }
    for (const row of quotas?.rows ?? []) {
      await tellOnce(`quota ${row['id']} ${month} ${row['monthly_quota_bytes']}`, {
        ...{ event: 'quota_nearly_used', team: String(row['id']), team_name: String(row['name']), month },
        ...{ used_bytes: Number(row['input_bytes']), quota_bytes: Number(row['monthly_quota_bytes']) },
      });
    }
  };
}

function toKeyExpires(row: SqlRow): OperatorNotice {
  const text = (name: string): string => String(row[name]);
  return {
    ...{ event: 'key_expires', team: text('team_id'), team_name: text('team_name'), key: text('id') },
    ...{ key_name: text('name'), owner: text('owner') },
    expires_at: new Date(Number(row['expires_at'])).toISOString(),
  };
}
