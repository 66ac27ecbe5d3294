import { expect, test } from 'vitest';
import { mintApiKey } from '../../../../src/teams/keys/api-key.ts';
import { createAuthenticator } from '../../../../src/teams/keys/authenticator.ts';
import type { Directory, KeyRecord } from '../../../../src/teams/keys/directory.ts';

const ADMIN = 'administrator-secret';
const MONTH = Date.UTC(2026, 10, 21);

async function aKey(changes: Partial<KeyRecord> = {}): Promise<{ key: string; record: KeyRecord }> {
  const { id, key, hash } = await mintApiKey();
  const record: KeyRecord = {
    id,
    hash,
    teamId: 'blue',
    teamName: 'Blue',
    name: 'Ada',
    owner: id,
    role: null,
    renewedBy: null,
    scopes: ['prune'],
    maxBodyBytes: null,
    ratePerMinute: null,
    createdAt: 0,
    expiresAt: null,
    leftMs: null,
    revokedAt: null,
    lastUsedAt: null,
    monthlyQuotaBytes: null,
    usedBytes: 0,
    ...changes,
  };
  return { key, record };
}

/** A directory with `records` that fails on demand. It only has the methods that authentication uses. */
function directoryOf(records: KeyRecord[], state: { failing: boolean; asked: string[] }): Directory {
  return {
    findKey: async (id: string, month: string) => {
      state.asked.push(month);
      if (state.failing) throw new Error('the database failed');
      return records.find((record) => record.id === id);
    },
  } as Directory;
}

function setUp(records: KeyRecord[]) {
  const state = { failing: false, asked: [] as string[], at: MONTH, failures: 0 };
  const authenticator = createAuthenticator({
    adminKey: ADMIN,
    directory: directoryOf(records, state),
    now: () => state.at,
    onFailure: () => state.failures++,
  });
  return { authenticator, state };
}

test('a key is its team’s, with its limits and the use of the month', async () => {
  const { key, record } = await aKey({ monthlyQuotaBytes: 10, usedBytes: 4, maxBodyBytes: 5, ratePerMinute: 6 });
  const { authenticator, state } = setUp([record]);
  expect(await authenticator.authenticate(key)).toEqual({
    kind: 'key',
    team: 'blue',
    key: record.id,
    owner: record.id,
    scopes: new Set(['prune']),
    maxBodyBytes: 5,
    ratePerMinute: 6,
    quota: { limit: 10, used: 4 },
  });
  expect(state.asked).toEqual(['2026-11']);
  expect(await authenticator.resume(record.id)).toMatchObject({ kind: 'key', team: 'blue' });
});

test('sessions of a person from before the restoring stay ended', async () => {
  const { record } = await aKey({ id: 'person_1', role: 'member', createdAt: MONTH });
  const { authenticator } = setUp([record]);
  expect(await authenticator.resume(`person_1-${MONTH - 1}`)).toBe('unknown');
  for (const id of [`person_1-${MONTH}`, 'person_1'])
    expect(await authenticator.resume(id)).toMatchObject({ kind: 'key', key: 'person_1' });
});

test('the administrator needs no directory', async () => {
  const { authenticator, state } = setUp([]);
  state.failing = true;
  expect(await authenticator.authenticate(ADMIN)).toMatchObject({ kind: 'root', team: 'root' });
  expect(await authenticator.resume('root')).toMatchObject({ kind: 'root' });
  for (const near of [`${ADMIN} `, ADMIN.slice(1), ADMIN.toUpperCase(), '']) {
    expect(await authenticator.authenticate(near)).toBe('unknown');
  }
  expect(await createAuthenticator({ now: () => 0 }).resume('root')).toBe('unknown');
});

test('a secret that is not the key’s, an expired key and a revoked one are nobody’s', async () => {
  const good = await aKey();
  const other = await aKey();
  const expired = await aKey({ leftMs: 0 });
  const revoked = await aKey({ revokedAt: 1 });
  const { authenticator } = setUp([good.record, expired.record, revoked.record]);
  const forged = `mcpp_${good.record.id}_${other.key.slice(-48)}`;
  for (const key of [forged, other.key, expired.key, revoked.key, 'mcpp_x', good.key.slice(0, -1)]) {
    expect(await authenticator.authenticate(key)).toBe('unknown');
  }
  for (const { record } of [expired, revoked, other]) expect(await authenticator.resume(record.id)).toBe('unknown');
});

test('while the directory fails, keys it vouched for pass for ten minutes; others cannot be checked', async () => {
  const seen = await aKey();
  const unseen = await aKey();
  const { authenticator, state } = setUp([seen.record, unseen.record]);
  await authenticator.authenticate(seen.key);
  state.failing = true;
  expect(await authenticator.authenticate(seen.key)).toMatchObject({ team: 'blue' });
  expect(await authenticator.authenticate(`mcpp_${seen.record.id}_${unseen.key.slice(-48)}`)).toBe('unknown');
  expect(await authenticator.authenticate(unseen.key)).toBe('unavailable');
  state.at += 600_000;
  expect(await authenticator.authenticate(seen.key)).toBe('unavailable');
  expect(state.failures).toBe(4);
});

test('a key that was revoked is not remembered for the time the directory fails', async () => {
  const { key, record } = await aKey();
  const { authenticator, state } = setUp([record]);
  await authenticator.authenticate(key);
  authenticator.forget(record.id);
  state.failing = true;
  expect(await authenticator.authenticate(key)).toBe('unavailable');
});

test('an expiry that passes while the directory fails still holds', async () => {
  const { key, record } = await aKey({ leftMs: 1000 });
  const { authenticator, state } = setUp([record]);
  await authenticator.authenticate(key);
  state.failing = true;
  state.at += 1000;
  expect(await authenticator.authenticate(key)).toBe('unknown');
});

const GUESSES = 20;

test('a stale key behind an office’s address kept valid ones out after a restart', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => aKey()));
  const stale = await aKey({ revokedAt: 1 });
  const { authenticator } = setUp([...keys.map(({ record }) => record), stale.record]);
  const office = () => '203.0.113.7';
  for (const { key } of keys) {
    for (let i = 0; i < 3; i++) await authenticator.authenticate(stale.key, office);
    expect(await authenticator.authenticate(key, office)).toMatchObject({ kind: 'key' });
  }
  expect(await authenticator.authenticate(ADMIN, office)).toMatchObject({ kind: 'root' });
  expect(await authenticator.authenticate(stale.key, office)).toMatchObject({ kind: 'slowed' });
});

test('guesses at a key, wherever they come from, keep out nobody who has it', async () => {
  const { key, record } = await aKey();
  const { authenticator } = setUp([record]);
  const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
  for (let i = 0; i < 2 * GUESSES; i++) await authenticator.authenticate(wrong, () => `198.51.100.${i}`);
  expect(await authenticator.authenticate(key, () => '203.0.113.1')).toMatchObject({ kind: 'key' });
});

test('an address that guesses is told to wait, whatever it guesses at, and no other one is', async () => {
  const { key, record } = await aKey();
  const { authenticator, state } = setUp([record]);
  const guess = (credential: string, address?: string) => authenticator.authenticate(credential, () => address);
  for (let i = 0; i < GUESSES; i++) expect(await guess(`wrong-${i}`, '203.0.113.7')).toBe('unknown');
  const slowed = { kind: 'slowed', retryAfterSeconds: 3 };
  expect([await guess('wrong', '203.0.113.7'), await guess(`${key}0`, '203.0.113.7')]).toEqual([slowed, slowed]);
  expect([await guess('wrong', '203.0.113.8'), await guess('wrong')]).toEqual(['unknown', 'unknown']);
  state.at += 3_000;
  expect(await guess('wrong', '203.0.113.7')).toBe('unknown');
  expect(await guess('wrong', '203.0.113.7')).toEqual(slowed);
});

test('guesses from nowhere that is known are told to wait together', async () => {
  const { authenticator } = setUp([]);
  for (let i = 0; i < GUESSES; i++) expect(await authenticator.authenticate(`wrong-${i}`)).toBe('unknown');
  expect(await authenticator.authenticate('wrong')).toMatchObject({ kind: 'slowed' });
  expect(await authenticator.authenticate(ADMIN)).toMatchObject({ kind: 'root' });
});
