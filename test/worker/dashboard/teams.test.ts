import { expect, test } from 'vitest';
import { ADMIN_SECRET, bench } from './bench.ts';

const TEAMS = '/dashboard/teams';
const MIB = 1024 * 1024;

test('the administrator makes a team with a quota, and changes it', async () => {
  const b = bench();
  const visitor = await b.signedIn(ADMIN_SECRET);
  const made = await visitor.send(TEAMS, TEAMS, { name: 'Platform', quota: '100' });
  expect([made.status, made.location]).toEqual([303, `${TEAMS}?done=team`]);
  expect(await b.directory.listTeams()).toMatchObject([{ name: 'Platform', monthlyQuotaBytes: 100 * MIB }]);
  const page = await visitor.get(made.location ?? '');
  expect(page.html).toMatch(/role="status">The team is created/);
  expect(page.html).toContain('100 MiB a month');
  const changed = await visitor.send(TEAMS, `${TEAMS}/team-0/quota`, { quota: '5' });
  expect([changed.status, changed.location]).toEqual([303, `${TEAMS}?done=quota`]);
  expect((await b.directory.listTeams())[0]?.monthlyQuotaBytes).toBe(5 * MIB);
  await visitor.send(TEAMS, `${TEAMS}/team-0/quota`, { quota: '' });
  expect((await b.directory.listTeams())[0]?.monthlyQuotaBytes).toBeNull();
});

test('a quota that was not touched was rounded to whole MiB, and one changed meanwhile was set back', async () => {
  const b = bench();
  const visitor = await b.signedIn(ADMIN_SECRET);
  const team = await b.directory.createTeam('Platform');
  const save = async (quota: string) => {
    const { html } = await visitor.get(TEAMS);
    const was = /name="was" value="([^"]*)"/.exec(html)?.[1] ?? 'none';
    await b.directory.changeTeam(team?.id ?? '', { monthlyQuotaBytes: 7_000_001 });
    await visitor.send(TEAMS, `${TEAMS}/team-0/quota`, { quota: quota === 'as shown' ? was : quota, was });
    return (await b.directory.listTeams())[0]?.monthlyQuotaBytes;
  };
  expect(await save('as shown')).toBe(7_000_001);
  expect(await save('as shown')).toBe(7_000_001);
  expect(await save('8')).toBe(8 * MIB);
  expect((await visitor.send(TEAMS, `${TEAMS}/nowhere/quota`, { quota: '3', was: '3' })).status).toBe(404);
});

test.each([
  [{ name: '', quota: '' }, 'name', 'Enter a name'],
  [{ name: 'Platform \u202e', quota: '' }, 'name', 'on one line'],
  [{ name: 'Plat\u2066form', quota: '' }, 'name', 'on one line'],
  [{ name: 'Platform', quota: '' }, 'name', 'A team named “Platform” already exists'],
  [{ name: 'New', quota: 'much' }, 'quota', 'whole number of MiB'],
  [{ name: 'New', quota: '9999999999999' }, 'quota', 'whole number of MiB'],
])('a team %j is refused beside its field', async (fields, field, said) => {
  const b = bench();
  await b.directory.createTeam('Platform');
  const seen = await (await b.signedIn(ADMIN_SECRET)).send(TEAMS, TEAMS, fields);
  expect(seen.status).toBe(422);
  expect(new RegExp(`id="${field}-error">([^<]*)`).exec(seen.html)?.[1]).toContain(said);
  expect(seen.html).toContain(`value="${fields.quota}"`);
  expect(await b.directory.listTeams()).toHaveLength(1);
});

test('a quota that is none is refused beside its team', async () => {
  const b = bench();
  await b.directory.createTeam('Platform');
  await b.directory.createTeam('Data');
  const visitor = await b.signedIn(ADMIN_SECRET);
  const seen = await visitor.send(TEAMS, `${TEAMS}/team-1/quota`, { quota: '-3' });
  expect(seen.status).toBe(422);
  expect(seen.html).toMatch(/id="quota-team-1-error">Enter a whole number of MiB/);
  expect(seen.html).toContain('<a href="#quota-team-1">');
  expect(seen.html).not.toContain('quota-team-0-error');
  expect((await visitor.send(TEAMS, `${TEAMS}/nowhere/quota`, { quota: '3' })).status).toBe(404);
});

test('a team’s own administrator neither makes teams nor sets what they may use', async () => {
  const b = bench();
  const visitor = await b.signedIn(await b.keyIn('Platform', 'admin'));
  const statuses = [
    await visitor.get(TEAMS),
    await visitor.send('/dashboard/keys', TEAMS, { name: 'Mine' }),
    await visitor.send('/dashboard/keys', `${TEAMS}/team-0/quota`, { quota: '' }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([403, 403, 403]);
});
