import { expect, test } from 'vitest';
import { ADMIN_SECRET, bench } from './bench.ts';

const TEAMS = '/dashboard/teams';
const TEAM = `${TEAMS}/team-0`;
const MIB = 1024 * 1024;
const FIELDS = { name: 'Platform', quota: '', days: '', keys: '10', scopes: ['prune'] };

test('the administrator makes a team with a quota, and changes it', async () => {
  const b = bench();
  const visitor = await b.signedIn(ADMIN_SECRET);
  const made = await visitor.send(TEAMS, TEAMS, { name: 'Platform', quota: '100' });
  expect([made.status, made.location]).toEqual([303, `${TEAMS}?done=team`]);
  expect(await b.directory.listTeams()).toMatchObject([{ name: 'Platform', monthlyQuotaBytes: 100 * MIB }]);
  const page = await visitor.get(made.location ?? '');
  expect(page.html).toMatch(/role="status">The team is created/);
  expect(page.html).toContain('<td class="number">100 MiB</td>');
  const changed = await visitor.send(TEAM, TEAM, { ...FIELDS, quota: '5' });
  expect([changed.status, changed.location]).toEqual([303, `${TEAM}?done=saved`]);
  expect((await b.directory.listTeams())[0]?.monthlyQuotaBytes).toBe(5 * MIB);
  await visitor.send(TEAM, TEAM, FIELDS);
  expect((await b.directory.listTeams())[0]?.monthlyQuotaBytes).toBeNull();
});

test('a team is renamed, and given rules for the keys of its members', async () => {
  const b = bench();
  await b.directory.createTeam('Platform');
  const visitor = await b.signedIn(ADMIN_SECRET);
  await visitor.send(TEAM, TEAM, { name: 'Core', quota: '', scopes: ['prune', 'read'], days: '30', keys: '2' });
  const [team] = await b.directory.listTeams();
  expect(team).toMatchObject({ name: 'Core', members: { scopes: ['prune', 'read'], keyDays: 30, keys: 2 } });
  const { html } = await visitor.get(TEAM);
  expect(html).toMatch(/value="read" checked/);
  expect(html).not.toMatch(/value="context" checked/);
  expect(b.audited.map(({ action }) => action)).toContain('team.changed');
});

test('a team is archived, used again, and deleted once its name is typed', async () => {
  const b = bench();
  await b.directory.createTeam('Platform');
  const visitor = await b.signedIn(ADMIN_SECRET);
  await visitor.send(TEAM, `${TEAM}/archive`, { archived: 'yes' });
  expect((await visitor.get(TEAMS)).html).toContain('Archived</span>');
  await visitor.send(TEAM, `${TEAM}/archive`, { archived: 'no' });
  expect((await b.directory.listTeams())[0]?.archivedAt).toBeNull();
  const wrong = await visitor.send(TEAM, `${TEAM}/delete`, { confirm: 'platform' });
  expect([wrong.status, /id="confirm-error">([^<]*)/.exec(wrong.html)?.[1]]).toEqual([
    422,
    'Type the name of the team: Platform',
  ]);
  expect(await b.directory.listTeams()).toHaveLength(1);
  expect((await visitor.send(TEAM, `${TEAM}/delete`, { confirm: 'Platform' })).location).toBe(`${TEAMS}?done=deleted`);
  expect([await b.directory.listTeams(), (await visitor.get(TEAM)).status]).toEqual([[], 404]);
});

test('forty teams are a page, and are searched by name', async () => {
  const b = bench();
  for (let i = 0; i < 90; i++) await b.directory.createTeam(`Team ${i}`);
  const visitor = await b.signedIn(ADMIN_SECRET);
  const { html } = await visitor.get(`${TEAMS}?page=3`);
  expect([html.match(/Savings of/g)?.length, html.includes('81 to 90 of 90')]).toEqual([10, true]);
  expect((await visitor.get(`${TEAMS}?search=TEAM+8`)).html.match(/Savings of/g)).toHaveLength(11);
});

test('a quota that was not touched was rounded to whole MiB, and one changed meanwhile was set back', async () => {
  const b = bench();
  const visitor = await b.signedIn(ADMIN_SECRET);
  const team = await b.directory.createTeam('Platform');
  const save = async (quota: string) => {
    const { html } = await visitor.get(TEAM);
    const was = /name="was" value="([^"]*)"/.exec(html)?.[1] ?? 'none';
    await b.directory.changeTeam(team?.id ?? '', { monthlyQuotaBytes: 7_000_001 });
    await visitor.send(TEAM, TEAM, { ...FIELDS, quota: quota === 'as shown' ? was : quota, was });
    return (await b.directory.listTeams())[0]?.monthlyQuotaBytes;
  };
  expect(await save('as shown')).toBe(7_000_001);
  expect(await save('as shown')).toBe(7_000_001);
  expect(await save('8')).toBe(8 * MIB);
  expect((await visitor.send(TEAM, `${TEAMS}/nowhere`, FIELDS)).status).toBe(404);
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

test.each([
  [{ quota: '-3' }, 'quota', 'whole number of MiB'],
  [{ name: 'Data' }, 'name', 'already exists'],
  [{ days: '0' }, 'days', 'whole number from 1'],
  [{ keys: '' }, 'keys', 'whole number from 1'],
])('a change %j is refused beside its field', async (wrong, field, said) => {
  const b = bench();
  await b.directory.createTeam('Platform');
  await b.directory.createTeam('Data');
  const seen = await (await b.signedIn(ADMIN_SECRET)).send(TEAM, TEAM, { ...FIELDS, ...wrong });
  expect(seen.status).toBe(422);
  expect(new RegExp(`id="${field}-error">([^<]*)`).exec(seen.html)?.[1]).toContain(said);
  expect(seen.html).toContain(`<a href="#${field}">`);
  expect((await b.directory.listTeams())[0]).toMatchObject({ name: 'Platform', monthlyQuotaBytes: null });
});

test('a team’s own administrator neither makes teams nor sets what they may use', async () => {
  const b = bench();
  const visitor = await b.signedIn(await b.keyIn('Platform', 'admin'));
  const statuses = [
    await visitor.get(TEAMS),
    await visitor.send('/dashboard/keys', TEAMS, { name: 'Mine' }),
    await visitor.send('/dashboard/keys', TEAM, FIELDS),
  ].map(({ status }) => status);
  expect(statuses).toEqual([403, 403, 403]);
});
