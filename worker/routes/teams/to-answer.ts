import type { KeyInfo, Team } from '../../../src/teams/keys/directory.ts';
import type { KeyAnswer, TeamAnswer } from './schemas.ts';

const toTime = (at: number): string => new Date(at).toISOString();
const toTimeOrNull = (at: number | null): string | null => (at === null ? null : toTime(at));

export function toTeamAnswer({ id, name, monthlyQuotaBytes, createdAt, archivedAt, members }: Team): TeamAnswer {
  return {
    ...{ id, name, monthly_quota_bytes: monthlyQuotaBytes },
    ...{ created_at: toTime(createdAt), archived_at: toTimeOrNull(archivedAt) },
    own_keys: { scopes: members.scopes, max_days: members.keyDays, max_keys: members.keys },
  };
}

export function toKeyAnswer(key: KeyInfo): KeyAnswer {
  return {
    id: key.id,
    team: key.teamId,
    team_name: key.teamName,
    name: key.name,
    owner: key.owner,
    role: key.role,
    scopes: key.scopes,
    max_body_bytes: key.maxBodyBytes,
    rate_per_minute: key.ratePerMinute,
    created_at: toTime(key.createdAt),
    expires_at: toTimeOrNull(key.expiresAt),
    revoked_at: toTimeOrNull(key.revokedAt),
    renewed_by: key.renewedBy,
    last_used_at: toTimeOrNull(key.lastUsedAt),
  };
}
