import { afterAll, describe, expect, test } from 'vitest';
import { withClock } from '../../../src/storage/database-clock.ts';
import { createSqlDirectory } from '../../../src/teams/keys/sql-directory.ts';
import { createNotices, type OperatorNotice } from '../../../src/teams/usage/notices.ts';
import { createSqlLedger } from '../../../src/teams/usage/sql-ledger.ts';
import { usageRecord } from '../../contract/usage-records.ts';
import { EVERY_DATABASE, openMigrated } from '../../support/databases.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 21, 12);

describe.each(EVERY_DATABASE.map((open) => open()))('in $name', (databases) => {
  afterAll(() => databases.dispose());

  const bench = async () => {
    const state = { at: START, fails: false };
    const database = withClock(await openMigrated(databases), () => state.at);
    const directory = createSqlDirectory(database);
    const team = await directory.createTeam('Blue', 1_000);
    const told: OperatorNotice[] = [];
    const open = () =>
      createNotices({
        database,
        clock: () => state.at,
        tell: async (notice) => {
          if (state.fails) throw new Error('no receiver');
          told.push(notice);
        },
      });
    return { state, database, directory, teamId: team?.id ?? '', told, open };
  };

  test('a key is told of once within a week of its expiry, unless it was renewed or revoked', async () => {
    const { state, directory, teamId, told, open } = await bench();
    const make = async (name: string, days: number) =>
      (await directory.createKey({ teamId, name, scopes: ['prune'], expiresAt: START + days * DAY }))?.id ?? '';
    const [soon, later, renewed, revoked] = [
      await make('Soon', 6),
      await make('Later', 8),
      await make('Renewed', 6),
      await make('Revoked', 6),
    ];
    await directory.renewKey(renewed, 6 * DAY);
    await directory.revokeKey(revoked);
    await Promise.all([open()(), open()()]);
    const notice = { event: 'key_expires', team: teamId, team_name: 'Blue' };
    const first = { ...notice, key: soon, key_name: 'Soon', owner: soon, expires_at: '2026-11-27T12:00:00.000Z' };
    const names = told.map((one) => ('key' in one ? one.key_name : ''));
    expect([names.toSorted(), told.find((one) => 'key' in one && one.key === soon)]).toEqual([
      ['Renewed', 'Soon'],
      first,
    ]);
    state.at += 2 * DAY;
    await open()();
    expect(told).toHaveLength(3);
    expect(told.at(-1)).toMatchObject({ key: later });
  });

  test('a quota is told of once a month from 80 %, and again if it was changed', async () => {
    const { state, database, directory, teamId, told, open } = await bench();
    const use = (id: string, bytesIn: number) =>
      createSqlLedger(database).write({ id, records: [usageRecord({ team: teamId, bytesIn, at: state.at })] });
    await use('a', 799);
    await open()();
    expect(told).toEqual([]);
    await use('b', 1);
    await open()();
    await open()();
    expect(told).toEqual([
      {
        event: 'quota_nearly_used',
        team: teamId,
        team_name: 'Blue',
        month: '2026-11',
        used_bytes: 800,
        quota_bytes: 1_000,
      },
    ]);
    await directory.changeTeam(teamId, { monthlyQuotaBytes: 900 });
    await open()();
    expect(told).toHaveLength(2);
  });

  test('what could not be told is told later', async () => {
    const { state, directory, teamId, told, open } = await bench();
    await directory.createKey({ teamId, name: 'Soon', scopes: ['prune'], expiresAt: START + DAY });
    state.fails = true;
    await open()();
    state.fails = false;
    await open()();
    expect(told).toHaveLength(1);
  });
});
