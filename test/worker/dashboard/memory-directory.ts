import { hashSecret, mintApiKey } from '../../../src/teams/keys/api-key.ts';
import {
  DEFAULT_MEMBER_RULES,
  type Directory,
  type KeyFilter,
  type KeyRecord,
  type NewKey,
  type Team,
} from '../../../src/teams/keys/directory.ts';

type Kept = Omit<KeyRecord, 'leftMs'>;

/** Teams and keys in memory. */
export function memoryDirectory(now: () => number): Directory {
  const teams: Team[] = [];
  const keys: Kept[] = [];
  const replace = <T extends { readonly id: string }>(all: T[], id: string, change: (one: T) => T): T | undefined => {
    const at = all.findIndex((one) => one.id === id);
    const found = all[at];
    if (found !== undefined) all[at] = change(found);
    return all[at];
  };
  const findOf = (id: string, { teamId, owner }: KeyFilter = {}): Kept | undefined =>
    keys.find((key) => key.id === id && key.teamId === (teamId ?? key.teamId) && key.owner === (owner ?? key.owner));
  const add = async (key: NewKey): ReturnType<Directory['createKey']> => {
    const { teamId, name, scopes, owner, expiresAt = null, maxBodyBytes = null, ratePerMinute = null } = key;
    const team = teams.find(({ id }) => id === teamId);
    if (team === undefined) return undefined;
    const { id, key: secret } = await mintApiKey();
    const limits = { maxBodyBytes, ratePerMinute, expiresAt, monthlyQuotaBytes: null, usedBytes: 0 };
    const times = { createdAt: now(), revokedAt: null, lastUsedAt: null, renewedBy: null, role: null };
    const about = { id, teamId, teamName: team.name, name, owner: owner ?? id, scopes };
    keys.push({ ...about, ...limits, ...times, hash: await hashSecret(secret) });
    return { id, key: secret };
  };
  return {
    createTeam: async (name, monthlyQuotaBytes = null) => {
      if (teams.some((team) => team.name === name)) return undefined;
      const about = { monthlyQuotaBytes, createdAt: now(), archivedAt: null, members: DEFAULT_MEMBER_RULES };
      const team = { id: `team-${teams.length}`, name, ...about };
      teams.push(team);
      return team;
    },
    listTeams: async () => teams,
    findTeam: async (asked) => teams.find(({ id, name }) => id === asked || name === asked),
    changeTeam: async (id, { name, monthlyQuotaBytes, isArchived, members }) => {
      if (teams.some((team) => team.id !== id && team.name === name)) return 'taken';
      const changed = replace(teams, id, (team) => ({
        ...team,
        name: name ?? team.name,
        monthlyQuotaBytes: monthlyQuotaBytes === undefined ? team.monthlyQuotaBytes : monthlyQuotaBytes,
        archivedAt: isArchived === undefined ? team.archivedAt : isArchived ? now() : null,
        members: {
          scopes: members?.scopes ?? team.members.scopes,
          keyDays: members?.keyDays === undefined ? team.members.keyDays : members.keyDays,
          keys: members?.keys ?? team.members.keys,
        },
      }));
      return changed ?? 'unknown';
    },
    deleteTeam: async (id) => {
      const at = teams.findIndex((team) => team.id === id);
      if (at >= 0) teams.splice(at, 1);
      return at >= 0 ? [] : undefined;
    },
    createKey: add,
    renewKey: async (id, overlapMs, of) => {
      const found = findOf(id, of);
      if (found === undefined || found.revokedAt !== null || found.renewedBy !== null) return undefined;
      const made = await add({ ...found, expiresAt: null });
      replace(keys, id, (key) => ({ ...key, expiresAt: now() + overlapMs, renewedBy: made?.id ?? null }));
      return made;
    },
    listKeys: async ({ teamId, owner } = {}) =>
      keys.filter((key) => key.teamId === (teamId ?? key.teamId) && key.owner === (owner ?? key.owner)),
    getKey: async (id) => findOf(id),
    namesOf: async (ids) => new Map(keys.filter(({ id }) => ids.includes(id)).map(({ id, name }) => [id, name])),
    revokeKey: async (id, of) => {
      const found = findOf(id, of);
      return found === undefined ? [] : [replace(keys, id, (key) => ({ ...key, revokedAt: now() }))?.id ?? ''];
    },
    searchKeys: async ({ teamId, owner, search = '', isOver, limit, offset = 0 }) => {
      const fitting = keys.filter(
        (key) =>
          key.teamId === (teamId ?? key.teamId) &&
          key.owner === (owner ?? key.owner) &&
          isOver !== !(key.revokedAt !== null || (key.expiresAt ?? now() + 1) <= now()) &&
          `${key.name} mcpp_${key.id}`.toLowerCase().includes(search.toLowerCase()),
      );
      return { keys: fitting.slice(offset, limit && offset + limit), total: fitting.length };
    },
    enterPerson: async () => undefined,
    restorePerson: async () => false,
    findKey: async (id) => {
      const found = findOf(id);
      return found && { ...found, leftMs: found.expiresAt === null ? null : found.expiresAt - now() };
    },
    hasKeys: async () => keys.length > 0,
  };
}
