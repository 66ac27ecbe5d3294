import { expect, test } from 'vitest';
import { hashSecret, idOfKey } from '../../src/teams/keys/api-key.ts';
import { DEFAULT_MEMBER_RULES, type Directory, type KeyQuery, type Team } from '../../src/teams/keys/directory.ts';
import type { Scope } from '../../src/teams/keys/scope.ts';

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
      archivedAt: null,
      members: DEFAULT_MEMBER_RULES,
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
    expect(await directory.changeTeam(id, { monthlyQuotaBytes: 5000 })).toMatchObject({ monthlyQuotaBytes: 5000 });
    expect((await directory.findTeam(id))?.monthlyQuotaBytes).toBe(5000);
    expect(await directory.changeTeam(id, {})).toMatchObject({ name: 'Blue', monthlyQuotaBytes: 5000 });
    expect(await directory.changeTeam(id, { monthlyQuotaBytes: null })).toMatchObject({ monthlyQuotaBytes: null });
    expect(await directory.changeTeam('nobody', { monthlyQuotaBytes: 1 })).toBe('unknown');
  });

  check('a team gets another name and other rules, and a name that is taken changes nothing', async (directory) => {
    const { id } = await team(directory, 'Blue');
    await team(directory, 'Red');
    const members = { scopes: ['prune'], keyDays: 30, keys: 2 } as const;
    expect(await directory.changeTeam(id, { name: 'Azure', members })).toMatchObject({ name: 'Azure', members });
    expect(await directory.changeTeam(id, { name: 'Red', monthlyQuotaBytes: 1 })).toBe('taken');
    expect(await directory.changeTeam(id, { members: { keyDays: null } })).toMatchObject({
      ...{ name: 'Azure', monthlyQuotaBytes: null, members: { ...members, keyDays: null } },
    });
  });

  check('keys of an archived team are refused until it is in use again', async (directory) => {
    const { id: teamId } = await team(directory, 'Blue');
    const made = await directory.createKey({ teamId, name: 'Ada', scopes: ['prune'] });
    expect(await directory.changeTeam(teamId, { isArchived: true })).toMatchObject({ archivedAt: 1000 });
    expect(await directory.findKey(made?.id ?? '', MONTH)).toBeUndefined();
    await directory.changeTeam(teamId, { isArchived: false });
    expect(await directory.findKey(made?.id ?? '', MONTH)).toMatchObject({ name: 'Ada' });
  });

  check('a team is deleted with its keys, and no other one', async (directory) => {
    const [blue, red] = [await team(directory, 'Blue'), await team(directory, 'Red')];
    for (const { id: teamId } of [blue, red]) await directory.createKey({ teamId, name: 'Ada', scopes: ['prune'] });
    expect(await directory.deleteTeam(blue.id)).toEqual([]);
    expect(await directory.deleteTeam(blue.id)).toBeUndefined();
    expect([await directory.listTeams(), (await directory.listKeys()).map(({ teamId }) => teamId)]).toEqual([
      [red],
      [red.id],
    ]);
  });

  check('a renewed key is followed by one with its rights, and ends after the overlap', async (directory) => {
    const { id: teamId } = await team(directory, 'Blue');
    const rights = { scopes: ['prune', 'keys'], maxBodyBytes: 7, ratePerMinute: 8 } as const;
    const first = await directory.createKey({ teamId, name: 'Ada', expiresAt: 4000, ...rights });
    const second = await directory.renewKey(first?.id ?? '', 500);
    expect(await directory.getKey(first?.id ?? '')).toMatchObject({ expiresAt: 1500, renewedBy: second?.id });
    expect(await directory.getKey(second?.id ?? '')).toMatchObject({
      ...{ name: 'Ada', owner: first?.id, expiresAt: 4000, renewedBy: null, ...rights },
    });
    expect(await directory.renewKey(first?.id ?? '', 500)).toBeUndefined();
    const third = await directory.renewKey(second?.id ?? '', 9_000);
    expect(await directory.getKey(second?.id ?? '')).toMatchObject({ expiresAt: 4000, renewedBy: third?.id });
    await directory.revokeKey(third?.id ?? '');
    expect(await directory.renewKey(third?.id ?? '', 1)).toBeUndefined();
  });

  check('keys of one owner are listed, renewed and revoked apart from others', async (directory) => {
    const { id: teamId } = await team(directory, 'Blue');
    const ada = await directory.createKey({ teamId, name: 'Ada', owner: 'ada', scopes: ['prune'] });
    const bob = await directory.createKey({ teamId, name: 'Bob', scopes: ['prune'] });
    const of = { teamId, owner: 'ada' };
    expect((await directory.listKeys(of)).map(({ name }) => name)).toEqual(['Ada']);
    expect(await directory.renewKey(bob?.id ?? '', 1, of)).toBeUndefined();
    expect(await directory.revokeKey(bob?.id ?? '', of)).toEqual([]);
    expect(await directory.revokeKey(ada?.id ?? '', of)).toEqual([ada?.id]);
    expect((await directory.getKey(bob?.id ?? ''))?.owner).toBe(bob?.id);
  });

  check('a person is entered at each sign-in, with the keys of the team before revoked', async (directory) => {
    const [blue, red] = [await team(directory, 'Blue'), await team(directory, 'Red')];
    const ada = { id: 'person_1', teamId: blue.id, name: 'Ada', role: 'member', scopes: ['prune'] } as const;
    expect(await directory.enterPerson(ada)).toEqual({ since: 1000, revoked: [] });
    const made = await directory.createKey({ teamId: blue.id, name: 'laptop', owner: ada.id, scopes: ['prune'] });
    expect(await directory.enterPerson({ ...ada, name: 'Ada L' })).toEqual({ since: 1000, revoked: [] });
    expect(await directory.getKey(ada.id)).toMatchObject({ name: 'Ada L', owner: ada.id, role: 'member' });
    expect((await directory.findKey(ada.id, MONTH))?.hash).toBe('');
    expect(await directory.renewKey(ada.id, 1)).toBeUndefined();
    expect((await directory.getKey(made?.id ?? ''))?.revokedAt).toBeNull();
    const powerful = await directory.createKey({
      teamId: blue.id,
      name: 'ci',
      owner: ada.id,
      scopes: ['prune', 'admin'],
    });
    expect(await directory.enterPerson(ada)).toMatchObject({ revoked: [powerful?.id] });
    expect((await directory.getKey(powerful?.id ?? ''))?.revokedAt).toBe(1000);
    const moved = await directory.enterPerson({ ...ada, teamId: red.id, role: 'root', scopes: [] });
    expect(moved?.revoked).toEqual([made?.id]);
    expect(await directory.getKey(ada.id)).toMatchObject({ teamId: red.id, role: 'root', revokedAt: null });
    expect((await directory.getKey(made?.id ?? ''))?.revokedAt).toBe(1000);
  });

  check(
    'keys of an operator for any team end with the rights, the person, and the team of the person',
    async (directory) => {
      const [blue, red] = [await team(directory, 'Blue'), await team(directory, 'Red')];
      const root = { id: 'person_1', teamId: blue.id, name: 'Ada', role: 'root', scopes: [] } as const;
      await directory.enterPerson(root);
      const make = async (teamId: string, ...scopes: Scope[]): Promise<string> =>
        (await directory.createKey({ teamId, name: 'x', owner: root.id, scopes }))?.id ?? '';
      const [foreign, metrics, read] = [
        await make(red.id, 'admin'),
        await make(blue.id, 'metrics'),
        await make(blue.id, 'read'),
      ];
      expect(await directory.enterPerson(root)).toMatchObject({ revoked: [] });
      const demoted = await directory.enterPerson({ ...root, role: 'admin', scopes: ['read', 'admin'] });
      expect(new Set(demoted?.revoked)).toEqual(new Set([foreign, metrics]));
      const member = await directory.enterPerson({ ...root, role: 'member', scopes: ['prune'] });
      expect(member?.revoked).toEqual([read]);

      expect(await directory.enterPerson({ ...root, teamId: 'nowhere' })).toBeUndefined();
      await directory.enterPerson(root);
      const [own, other] = [await make(blue.id, 'prune'), await make(red.id, 'prune')];
      expect(await directory.revokeKey(root.id, { teamId: red.id })).toEqual([]);
      const removed = await directory.revokeKey(root.id, { teamId: blue.id });
      expect(new Set(removed)).toEqual(new Set([root.id, own, other]));
      expect(await directory.revokeKey(root.id)).toEqual([root.id]);

      await directory.enterPerson({ ...root, id: 'person_2' });
      const left = await directory.createKey({ teamId: red.id, name: 'x', owner: 'person_2', scopes: ['prune'] });
      expect(await directory.deleteTeam(blue.id)).toEqual([left?.id]);
      expect((await directory.getKey(left?.id ?? ''))?.revokedAt).toBe(1000);
    },
  );

  check('a removed person ends with all keys, and enters again only when restored', async (directory) => {
    const { id: teamId } = await team(directory, 'Blue');
    const ada = { id: 'person_1', teamId, name: 'Ada', role: 'admin', scopes: ['admin'] } as const;
    await directory.enterPerson(ada);
    const made = await directory.createKey({ teamId, name: 'laptop', owner: ada.id, scopes: ['prune'] });
    const other = await directory.createKey({ teamId, name: 'Bob', scopes: ['prune'] });
    expect(await directory.restorePerson(ada.id)).toBe(false);
    expect(new Set(await directory.revokeKey(ada.id))).toEqual(new Set([ada.id, made?.id]));
    expect(await directory.enterPerson(ada)).toBeUndefined();
    expect((await directory.getKey(other?.id ?? ''))?.revokedAt).toBeNull();
    await directory.deleteTeam(teamId);
    const { id: again } = await team(directory, 'Blue');
    for (let tries = 0; tries < 2; tries++)
      expect(await directory.enterPerson({ ...ada, teamId: again })).toBeUndefined();
    expect((await directory.getKey(ada.id))?.revokedAt).toBe(1000);
    expect(await directory.restorePerson(ada.id)).toBe(true);
    expect(await directory.enterPerson({ ...ada, teamId: again })).toMatchObject({ revoked: [] });
  });

  check('a restored person enters again, and the keys stay revoked', async (directory) => {
    const { id: teamId } = await team(directory, 'Blue');
    const ada = { id: 'person_1', teamId, name: 'Ada', role: 'admin', scopes: ['admin'] } as const;
    await directory.enterPerson(ada);
    const made = await directory.createKey({ teamId, name: 'laptop', owner: ada.id, scopes: ['prune'] });
    await directory.revokeKey(ada.id);
    expect(await directory.restorePerson(made?.id ?? '')).toBe(false);
    expect(await directory.restorePerson(ada.id, { teamId: 'other' })).toBe(false);
    expect(await directory.restorePerson(ada.id)).toBe(true);
    expect(await directory.enterPerson(ada)).toMatchObject({ revoked: [] });
    expect((await directory.getKey(made?.id ?? ''))?.revokedAt).toBe(1000);
  });

  check('keys are searched, sorted and paged', async (directory) => {
    const { id: teamId } = await team(directory, 'Blue');
    for (const name of ['b 100%', 'A_1', 'c'])
      await directory.createKey({ teamId, name, scopes: ['prune'], expiresAt: name === 'c' ? 2000 : null });
    const names = async (query: KeyQuery): Promise<unknown> => {
      const { keys, total } = await directory.searchKeys(query);
      return [keys.map(({ name }) => name).join(', '), total];
    };
    expect(await names({ order: 'name' })).toEqual(['A_1, b 100%, c', 3]);
    expect(await names({ order: 'name', limit: 1, offset: 1 })).toEqual(['b 100%', 3]);
    expect(await names({ order: 'expiry', limit: 1 })).toEqual(['c', 3]);
    expect(await names({ search: '0%' })).toEqual(['b 100%', 1]);
    expect(await names({ search: 'a_' })).toEqual(['A_1', 1]);
    expect(await names({ search: 'blue mcpp_', order: 'name' })).toEqual(['A_1, b 100%, c', 3]);
    expect(await names({ search: "x' OR 1=1" })).toEqual(['', 0]);
    const [a] = (await directory.searchKeys({ search: 'a_1' })).keys;
    await directory.revokeKey(a?.id ?? '');
    expect(await names({ isOver: true })).toEqual(['A_1', 1]);
    expect(await names({ isOver: false, order: 'name' })).toEqual(['b 100%, c', 2]);
  });

  check('a key is found by its id with its hash, and listed without', async (directory) => {
    const { id: teamId } = await team(directory, 'Blue');
    await directory.changeTeam(teamId, { monthlyQuotaBytes: 99 });
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
      role: null,
      renewedBy: null,
      lastUsedAt: null,
      owner: idOfKey(made?.key ?? ''),
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
    expect(await directory.listKeys({ teamId: red.id })).toEqual([]);
    expect(await directory.revokeKey(id, { teamId: red.id })).toEqual([]);
    expect((await directory.findKey(id, MONTH))?.revokedAt).toBeNull();
    expect(await directory.revokeKey(id, { teamId: blue.id })).toEqual([id]);
    expect((await directory.findKey(id, MONTH))?.revokedAt).toBe(1000);
    expect(await directory.revokeKey(id)).toEqual([id]);
    expect(await directory.revokeKey('0000000000000000')).toEqual([]);
  });
}
