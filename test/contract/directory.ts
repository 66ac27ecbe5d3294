import { expect, test } from 'vitest';
import { hashSecret, idOfKey } from '../../src/teams/keys/api-key.ts';
import type { Directory, Team } from '../../src/teams/keys/directory.ts';

const MONTH = '2026-11';

/** Contract of every directory of teams and keys. `open` makes an empty one, with a clock fixed at 1,000. */
export function describeDirectory(open: () => Promise<Directory>): void {
  const check = (name: string, run: (directory: Directory) => Promise<void>): void =>
    test(name, async () => run(await open()));
  const team = async (directory: Directory, name: string): Promise<Team> => {
    const made = await directory.createTeam(name);
    if (made === undefined) throw new Error(`team "${name}" was not made`);
    return made;
  };

  check('teams are found by id and name, and names are unique', async (directory) => {
    const blue = await team(directory, 'Blue');
    expect(blue).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
      name: 'Blue',
      monthlyQuotaBytes: null,
      createdAt: 1000,
    });
    expect(await directory.createTeam('Blue')).toBeUndefined();
    expect(await directory.findTeam(blue.id)).toEqual(blue);
    expect(await directory.findTeam('Blue')).toEqual(blue);
    expect(await directory.findTeam("'; DROP TABLE teams; --")).toBeUndefined();
    const amber = await team(directory, 'Amber');
    expect(await directory.listTeams()).toEqual([amber, blue]);
  });

  check('a quota is set and taken away', async (directory) => {
    const { id } = await team(directory, 'Blue');
    expect(await directory.setQuota(id, 5000)).toBe(true);
    expect((await directory.findTeam(id))?.monthlyQuotaBytes).toBe(5000);
    expect(await directory.setQuota(id, null)).toBe(true);
    expect((await directory.findTeam(id))?.monthlyQuotaBytes).toBeNull();
    expect(await directory.setQuota('nobody', 1)).toBe(false);
  });

  check('a key is found by its id with its hash, and listed without', async (directory) => {
    const { id: teamId } = await team(directory, 'Blue');
    await directory.setQuota(teamId, 99);
    expect(await directory.hasKeys()).toBe(false);
    const made = await directory.createKey({
      teamId,
      name: 'Ada',
      scopes: ['admin', 'prune'],
      expiresAt: 2000,
      maxBodyBytes: 10,
      ratePerMinute: 6,
    });
    expect(await directory.hasKeys()).toBe(true);
    const shown = {
      id: idOfKey(made?.key ?? ''),
      teamId,
      teamName: 'Blue',
      name: 'Ada',
      scopes: ['prune', 'admin'],
      maxBodyBytes: 10,
      ratePerMinute: 6,
      createdAt: 1000,
      expiresAt: 2000,
      revokedAt: null,
      lastUsedAt: null,
    };
    expect(made?.id).toBe(shown.id);
    expect(await directory.findKey(made?.id ?? '', MONTH)).toEqual({
      ...shown,
      leftMs: 1000,
      hash: await hashSecret(made?.key ?? ''),
      monthlyQuotaBytes: 99,
      usedBytes: 0,
    });
    const listed = await directory.listKeys();
    expect(listed).toEqual([shown]);
    expect(JSON.stringify(listed)).not.toContain(await hashSecret(made?.key ?? ''));
    expect(await directory.findKey('0000000000000000', MONTH)).toBeUndefined();
  });

  check('no key is made for a team that is not there', async (directory) => {
    expect(await directory.createKey({ teamId: 'nobody', name: 'Ada', scopes: ['prune'] })).toBeUndefined();
    expect(await directory.hasKeys()).toBe(false);
  });

  check('keys of one team are not seen or revoked by another', async (directory) => {
    const blue = await team(directory, 'Blue');
    const red = await team(directory, 'Red');
    const made = await directory.createKey({ teamId: blue.id, name: 'Ada', scopes: ['prune'] });
    const id = made?.id ?? '';
    expect(await directory.listKeys(red.id)).toEqual([]);
    expect(await directory.revokeKey(id, red.id)).toBe(false);
    expect((await directory.findKey(id, MONTH))?.revokedAt).toBeNull();
    expect(await directory.revokeKey(id, blue.id)).toBe(true);
    expect((await directory.findKey(id, MONTH))?.revokedAt).toBe(1000);
    expect(await directory.revokeKey(id)).toBe(true);
    expect(await directory.revokeKey('0000000000000000')).toBe(false);
  });
}
