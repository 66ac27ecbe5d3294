import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/teams/keys/audit.ts';
import type { Directory } from '../../../src/teams/keys/directory.ts';
import { createAuditedKeys } from '../../../worker/access/audited-keys.ts';
import { LOCAL } from '../../../worker/access/gate.ts';

const BY = { ...LOCAL, kind: 'key', team: 'blue', key: 'ada' } as const;

function bench(changes: Partial<Directory>) {
  const entries: AuditEntry[] = [];
  const keys = createAuditedKeys(changes as Directory, async (entry) => void entries.push(entry));
  return { keys, entries };
}

test('a key that is made is recorded with its maker, and with what it may do beyond its maker', async () => {
  const made = { id: 'k1', key: 'secret' };
  const { keys, entries } = bench({ createKey: async () => made });
  expect(await keys.create(BY, { teamId: 'red', name: 'n', scopes: ['prune', 'admin'] })).toBe(made);
  const about = { byTeam: 'blue', byKey: 'ada', team: 'red', key: 'k1', scopes: ['prune', 'admin'] };
  expect(entries).toEqual([{ action: 'key.created', ...about, beyond: ['admin'] }]);
});

test('a key that is revoked is recorded, with its team if it was named', async () => {
  const { keys, entries } = bench({ revokeKey: async () => true });
  expect(await keys.revoke(BY, 'k1', 'red')).toBe(true);
  expect(await keys.revoke(BY, 'k2')).toBe(true);
  const about = { action: 'key.revoked', byTeam: 'blue', byKey: 'ada', scopes: [], beyond: [] };
  expect(entries).toEqual([
    { ...about, key: 'k1', team: 'red' },
    { ...about, key: 'k2', team: null },
  ]);
});

test('nothing is recorded if nothing was done', async () => {
  const { keys, entries } = bench({ createKey: async () => undefined, revokeKey: async () => false });
  expect(await keys.create(BY, { teamId: 'none', name: 'n', scopes: ['prune'] })).toBeUndefined();
  expect(await keys.revoke(BY, 'k1')).toBe(false);
  expect(entries).toEqual([]);
});
