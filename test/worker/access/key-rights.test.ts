import { expect, test } from 'vitest';
import { DEFAULT_MEMBER_RULES, type KeyInfo, type NewKey, type Team } from '../../../src/teams/keys/directory.ts';
import type { Principal } from '../../../src/teams/keys/principal.ts';
import type { Scope } from '../../../src/teams/keys/scope.ts';
import { LOCAL } from '../../../worker/access/gate.ts';
import { allowedKey, managedKeys, mayRenew, type WantedKey } from '../../../worker/access/key-rights.ts';

const DAY = 86_400_000;
const holder = (...scopes: readonly Scope[]): Principal => ({
  ...{ ...LOCAL, kind: 'key', team: 'blue', key: 'k1', owner: 'ada' },
  scopes: new Set(scopes),
});
const ROOT: Principal = { ...LOCAL, kind: 'root' };
const TEAM: Team = {
  ...{ id: 'blue', name: 'Blue', monthlyQuotaBytes: null, createdAt: 0, archivedAt: null },
  members: { scopes: ['prune', 'keys'], keyDays: 30, keys: 2 },
};
const KEY: NewKey = { teamId: 'blue', name: 'Laptop', scopes: ['prune'] };
const own = (changes: Partial<KeyInfo> = {}): KeyInfo => ({
  ...{ id: 'k', teamId: 'blue', teamName: 'Blue', name: 'n', owner: 'ada', scopes: ['prune'], createdAt: 0 },
  ...{ maxBodyBytes: null, ratePerMinute: null, expiresAt: null, revokedAt: null, renewedBy: null, lastUsedAt: null },
  ...{ role: null, ...changes },
});
const wanted = (changes: Partial<WantedKey>): WantedKey => ({
  ...{ by: holder('keys'), key: KEY, team: TEAM, own: [], now: 0 },
  ...changes,
});

test('each manages the keys that its scopes allow', () => {
  expect(managedKeys(ROOT)).toEqual({});
  expect(managedKeys(holder('admin', 'keys'))).toEqual({ teamId: 'blue' });
  expect(managedKeys(holder('keys', 'prune'))).toEqual({ teamId: 'blue', owner: 'ada' });
  expect(managedKeys(holder('prune', 'read', 'metrics'))).toBeUndefined();
  expect(managedKeys(LOCAL)).toBeUndefined();
});

test('a member’s own key keeps to the rules of the team', () => {
  expect(allowedKey(wanted({}))).toMatchObject({ owner: 'ada', expiresAt: 30 * DAY });
  expect(allowedKey(wanted({ key: { ...KEY, owner: 'bob', expiresAt: DAY } }))).toMatchObject({
    ...{ owner: 'ada', expiresAt: DAY },
  });
  expect(allowedKey(wanted({ key: { ...KEY, expiresAt: 31 * DAY } }))).toMatchObject({ field: 'expiresAt' });
  expect(allowedKey(wanted({ key: { ...KEY, scopes: ['prune', 'admin'] } }))).toEqual({
    ...{ field: 'scopes', why: 'The team allows own keys only prune, keys' },
  });
  expect(allowedKey(wanted({ own: [own(), own()] }))).toMatchObject({ field: 'name' });
  const over = [own({ revokedAt: 1 }), own({ renewedBy: 'k9' }), own({ expiresAt: -1 }), own()];
  expect(allowedKey(wanted({ own: over }))).toMatchObject({ owner: 'ada' });
  const unlimited = { ...TEAM, members: { ...DEFAULT_MEMBER_RULES } };
  expect(allowedKey(wanted({ team: unlimited }))).toMatchObject({ expiresAt: null });
});

test('a member’s own key has at most the limits of the present one', () => {
  const by = { ...holder('keys'), maxBodyBytes: 100, ratePerMinute: 10 };
  expect(allowedKey(wanted({ by }))).toMatchObject({ maxBodyBytes: 100, ratePerMinute: 10 });
  expect(allowedKey(wanted({ by, key: { ...KEY, maxBodyBytes: 500, ratePerMinute: 5 } }))).toMatchObject({
    ...{ maxBodyBytes: 100, ratePerMinute: 5 },
  });
});

test('who manages a team gives its keys what it wants, but for the metrics of all teams', () => {
  const key: NewKey = { ...KEY, scopes: ['admin', 'read'], expiresAt: 900 * DAY };
  expect(allowedKey(wanted({ by: holder('admin'), key }))).toEqual(key);
  const metrics: NewKey = { ...KEY, scopes: ['metrics'] };
  expect(allowedKey(wanted({ by: holder('admin', 'metrics'), key: metrics }))).toMatchObject({ field: 'scopes' });
  expect(allowedKey(wanted({ by: ROOT, key: metrics }))).toEqual(metrics);
});

test('nobody renews the key of a person but that person', () => {
  const key = own({ scopes: ['prune'], owner: 'person_1' });
  const renews = (by: Principal): boolean => mayRenew(by, key, TEAM);
  expect([ROOT, holder('admin'), { ...holder('keys'), owner: 'person_1' }].map(renews)).toEqual([false, false, true]);
});

test('nobody learns a key with rights that it could not have been given', () => {
  const of = (...scopes: readonly Scope[]) => own({ scopes });
  expect([mayRenew(ROOT, of('metrics'), TEAM), mayRenew(holder('admin'), of('metrics'), TEAM)]).toEqual([true, false]);
  expect([mayRenew(holder('admin'), of('admin', 'prune'), TEAM)]).toEqual([true]);
  expect(mayRenew(holder('keys'), of('prune', 'keys'), TEAM)).toBe(true);
  expect(mayRenew(holder('keys'), of('prune', 'admin'), TEAM)).toBe(false);
  expect([mayRenew(holder('keys'), of('read'), TEAM), mayRenew(holder('keys', 'read'), of('read'), TEAM)]).toEqual([
    false,
    true,
  ]);
});
