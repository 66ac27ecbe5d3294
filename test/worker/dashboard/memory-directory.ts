import { hashSecret, mintApiKey } from '../../../src/teams/keys/api-key.ts';
import type { Directory, KeyRecord, Team } from '../../../src/teams/keys/directory.ts';

/** Teams and keys in memory. */
export function memoryDirectory(now: () => number): Directory {
  const teams: Team[] = [];
  const keys: Omit<KeyRecord, 'leftMs'>[] = [];
  const replace = <T extends { readonly id: string }>(all: T[], id: string, change: (one: T) => T): boolean => {
    const at = all.findIndex((one) => one.id === id);
    const found = all[at];
    if (found !== undefined) all[at] = change(found);
    return found !== undefined;
  };
  return {
    createTeam: async (name) => {
      if (teams.some((team) => team.name === name)) return undefined;
      const team = { id: `team-${teams.length}`, name, monthlyQuotaBytes: null, createdAt: now() };
      teams.push(team);
      return team;
    },
    listTeams: async () => teams,
    findTeam: async (asked) => teams.find(({ id, name }) => id === asked || name === asked),
    setQuota: async (id, monthlyQuotaBytes) => replace(teams, id, (team) => ({ ...team, monthlyQuotaBytes })),
    createKey: async ({ teamId, name, scopes, expiresAt = null, maxBodyBytes = null, ratePerMinute = null }) => {
      const team = teams.find(({ id }) => id === teamId);
      if (team === undefined) return undefined;
      const { id, key } = await mintApiKey();
      const limits = { maxBodyBytes, ratePerMinute, expiresAt, monthlyQuotaBytes: null, usedBytes: 0 };
      const times = { createdAt: now(), revokedAt: null, lastUsedAt: null };
      keys.push({ id, teamId, teamName: team.name, name, scopes, ...limits, ...times, hash: await hashSecret(key) });
      return { id, key };
    },
    listKeys: async (teamId) => keys.filter((key) => teamId === undefined || key.teamId === teamId),
    revokeKey: async (id, teamId) => {
      const found = keys.find((key) => key.id === id && (teamId === undefined || key.teamId === teamId));
      return found !== undefined && replace(keys, id, (key) => ({ ...key, revokedAt: now() }));
    },
    findKey: async (id) => {
      const found = keys.find((key) => key.id === id);
      return found && { ...found, leftMs: found.expiresAt === null ? null : found.expiresAt - now() };
    },
    hasKeys: async () => keys.length > 0,
  };
}
