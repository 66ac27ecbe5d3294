import type { SqlRow, SqlValue } from '../../storage/sql-database.ts';
import { DEFAULT_MEMBER_RULES, type KeyFilter, type KeyInfo, type KeyRecord, ROLES, type Team } from './directory.ts';
import { SCOPES, type Scope } from './scope.ts';

/** Condition for the keys of a filter, with its values. */
export function conditionOf({ teamId, owner }: KeyFilter): {
  readonly where: string;
  readonly params: readonly SqlValue[];
} {
  const conditions: readonly (readonly [string, SqlValue | undefined])[] = [
    ['keys.team_id = ?', teamId],
    ['coalesce(keys.owner, keys.id) = ?', owner],
  ];
  const given = conditions.filter((one): one is [string, SqlValue] => one[1] !== undefined);
  return {
    where: given.map(([condition]) => condition).join(' AND ') || '1 = 1',
    params: given.map(([, value]) => value),
  };
}

export const toScopes = (scopes: readonly Scope[]): string =>
  SCOPES.filter((scope) => scopes.includes(scope)).join(' ');
const fromScopes = (stored: string): readonly Scope[] =>
  stored.split(' ').filter((scope): scope is Scope => (SCOPES as readonly string[]).includes(scope));

export const textOfCell = (row: SqlRow, name: string): string => String(row[name]);
export const idOfRow = (row: SqlRow): string => textOfCell(row, 'id');
const numberOrNull = (row: SqlRow, name: string): number | null => {
  const value = row[name];
  return value === null || value === undefined ? null : Number(value);
};

export function toTeam(row: SqlRow): Team {
  const { member_scopes: scopes } = row;
  return {
    id: textOfCell(row, 'id'),
    name: textOfCell(row, 'name'),
    monthlyQuotaBytes: numberOrNull(row, 'monthly_quota_bytes'),
    createdAt: Number(row['created_at']),
    archivedAt: numberOrNull(row, 'archived_at'),
    members: {
      scopes: typeof scopes === 'string' ? fromScopes(scopes) : DEFAULT_MEMBER_RULES.scopes,
      keyDays: numberOrNull(row, 'member_key_days'),
      keys: numberOrNull(row, 'member_keys') ?? DEFAULT_MEMBER_RULES.keys,
    },
  };
}

export function toKeyInfo(row: SqlRow): KeyInfo {
  return {
    id: textOfCell(row, 'id'),
    teamId: textOfCell(row, 'team_id'),
    teamName: textOfCell(row, 'team_name'),
    name: textOfCell(row, 'name'),
    owner: textOfCell(row, 'owner'),
    scopes: fromScopes(textOfCell(row, 'scopes')),
    maxBodyBytes: numberOrNull(row, 'max_body_bytes'),
    ratePerMinute: numberOrNull(row, 'rate_per_minute'),
    createdAt: Number(row['created_at']),
    expiresAt: numberOrNull(row, 'expires_at'),
    revokedAt: numberOrNull(row, 'revoked_at'),
    role: ROLES.find((role) => role === row['role']) ?? null,
    renewedBy: row['renewed_by'] as string | null,
    lastUsedAt: numberOrNull(row, 'last_used_at'),
  };
}

export function toKeyRecord(row: SqlRow): KeyRecord {
  return {
    ...toKeyInfo(row),
    hash: textOfCell(row, 'hash'),
    leftMs: numberOrNull(row, 'left_ms'),
    monthlyQuotaBytes: numberOrNull(row, 'monthly_quota_bytes'),
    usedBytes: Number(row['used_bytes'] ?? 0),
  };
}
