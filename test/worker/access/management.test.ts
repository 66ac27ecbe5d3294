import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/teams/keys/audit.ts';
import { DEFAULT_MEMBER_RULES, type Directory, type KeyInfo, type Team } from '../../../src/teams/keys/directory.ts';
import { LOCAL } from '../../../worker/access/gate.ts';
import { createManagement } from '../../../worker/access/management.ts';

const BY = {
  principal: { ...LOCAL, kind: 'key', team: 'blue', key: 'ada' },
  address: '203.0.113.9',
  requestId: 'r1',
} as const;
const ENTRY = { byTeam: 'blue', byKey: 'ada', address: '203.0.113.9', requestId: 'r1' };
const TEAM: Team = {
  ...{ id: 'red', name: 'Red', monthlyQuotaBytes: null, createdAt: 0, archivedAt: null },
  members: DEFAULT_MEMBER_RULES,
};

function bench(changes: Partial<Directory>) {
  const entries: AuditEntry[] = [];
  const erased: string[] = [];
  const management = createManagement({
    directory: changes as Directory,
    audit: async (entry) => void entries.push(entry),
    erase: async (team) => void erased.push(team),
  });
  return { management, entries, erased };
}

test('a key that is made is recorded with its maker, and with what it may do beyond its maker', async () => {
  const made = { id: 'k1', key: 'secret' };
  const { management, entries } = bench({ createKey: async () => made });
  expect(await management.createKey(BY, { teamId: 'red', name: 'n', scopes: ['prune', 'admin'] })).toBe(made);
  const about = { name: 'n', scopes: ['prune', 'admin'], beyond: ['admin'] };
  expect(entries).toEqual([{ ...ENTRY, action: 'key.created', team: 'red', key: 'k1', about }]);
});

test('a key that is renewed or revoked is recorded, with its team', async () => {
  const { management, entries } = bench({
    getKey: async () => ({ teamId: 'red', role: null }) as KeyInfo,
    revokeKey: async () => ['k1'],
    renewKey: async () => ({ id: 'k2', key: 's' }),
  });
  await management.renewKey(BY, 'k1', 5, {});
  await management.revokeKey(BY, { id: 'k1', teamId: 'red', role: null } as KeyInfo);
  expect(entries).toEqual([
    { ...ENTRY, action: 'key.renewed', team: 'red', key: 'k1', about: { by: 'k2' } },
    { ...ENTRY, action: 'key.revoked', team: 'red', key: 'k1', about: {} },
  ]);
});

test('what was changed of a team is recorded as it was and as it is', async () => {
  const changeTeam = async () => ({ ...TEAM, name: 'Rose', archivedAt: 7 });
  const { management, entries } = bench({ findTeam: async () => TEAM, changeTeam });
  await management.changeTeam(BY, 'red', { name: 'Rose', isArchived: true });
  const about = { name: ['Red', 'Rose'], archivedAt: [null, 7] };
  expect(entries).toEqual([{ ...ENTRY, action: 'team.changed', team: 'red', key: '', about }]);
});

test('a team that is deleted is erased, and what it was stays in the trail', async () => {
  const { management, entries, erased } = bench({ changeTeam: async () => TEAM, deleteTeam: async () => ['k9'] });
  expect(await management.deleteTeam(BY, TEAM)).toBe(true);
  expect([erased, entries]).toEqual([
    ['red'],
    [{ ...ENTRY, action: 'team.deleted', team: 'red', key: '', about: { name: 'Red', revoked: ['k9'] } }],
  ]);
});

test('nothing is recorded if nothing was done', async () => {
  const { management, entries } = bench({
    createTeam: async () => undefined,
    createKey: async () => undefined,
    renewKey: async () => undefined,
    getKey: async () => undefined,
    revokeKey: async () => [],
    findTeam: async () => undefined,
    changeTeam: async () => 'unknown',
    deleteTeam: async () => undefined,
  });
  expect(await management.createTeam(BY, 'Red', null)).toBeUndefined();
  expect(await management.createKey(BY, { teamId: 'none', name: 'n', scopes: ['prune'] })).toBeUndefined();
  expect(await management.renewKey(BY, 'k1', 1, {})).toBeUndefined();
  expect(await management.revokeKey(BY, { id: 'k1', teamId: 'red', role: null } as KeyInfo)).toBe(false);
  expect(await management.changeTeam(BY, 'none', {})).toBe('unknown');
  expect(await management.deleteTeam(BY, TEAM)).toBe(false);
  expect(entries).toEqual([]);
});
