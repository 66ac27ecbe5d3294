import type { KeyInfo, Team } from '../../../src/teams/keys/directory.ts';
import type { KeyAnswer, TeamAnswer } from './schemas.ts';

const toTime = (at: number): string => new Date(at).toISOString();
const toTimeOrNull = (at: number | null): string | null => (at === null ? null : toTime(at));

export function toTeamAnswer({ id, name, monthlyQuotaBytes, createdAt }: Team): TeamAnswer {
  return { id, name, monthly_quota_bytes: monthlyQuotaBytes, created_at: toTime(createdAt) };
}

export function toKeyAnswer(key: KeyInfo): KeyAnswer {
  return {
    id: key.id,
    team: key.teamId,
    team_name: key.teamName,
    name: key.name,
    scopes: key.scopes,
    max_body_bytes: key.maxBodyBytes,
    rate_per_minute: key.ratePerMinute,
    created_at: toTime(key.createdAt),
    expires_at: toTimeOrNull(key.expiresAt),
    revoked_at: toTimeOrNull(key.revokedAt),
    last_used_at: toTimeOrNull(key.lastUsedAt),
  };
}
