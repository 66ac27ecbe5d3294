import { expect, test } from 'vitest';
import { DAY } from '../../contract/usage-records.ts';
import { ADMIN_SECRET, bench } from './bench.ts';
import { tokenIn, visit } from './visitor.ts';

const KEYS = '/dashboard/keys';
const FIELDS = { name: 'Ada', scopes: ['prune', 'context'], expires: '', rate: '', body: '' };

test('a key is made by a redirect, shown once, and works', async () => {
  const b = bench();
  await b.keyIn('Platform', 'prune');
  const visitor = await b.signedIn(ADMIN_SECRET);
  const sent = { ...FIELDS, team: 'team-0', expires: '2026-12-31', rate: '60', body: '512' };
  const seen = await visitor.send(KEYS, KEYS, sent);
  expect([seen.status, seen.location]).toEqual([303, `${KEYS}/created`]);
  expect(seen.headers.getSetCookie().join()).not.toContain('mcpp_');
  const made = (await b.directory.listKeys()).find(({ name }) => name === 'Ada');
  expect(made).toMatchObject({
    teamId: 'team-0',
    scopes: ['prune', 'context'],
    expiresAt: Date.UTC(2027, 0, 1),
    ratePerMinute: 60,
    maxBodyBytes: 512 * 1024,
  });
  const created = await visitor.get(`${KEYS}/created`);
  const key = /mcpp_[0-9a-f]{16}_[0-9a-f]{48}/.exec(created.html)?.[0] ?? '';
  expect(key).toContain(made?.id);
  expect(created.html).toContain(`PRUNER_API_KEY=${key}`);
  const again = await visitor.get(`${KEYS}/created`);
  expect([again.status, again.location]).toEqual([303, KEYS]);
  expect((await (await b.signedIn(key)).get('/dashboard')).status).toBe(200);
});

test('empty limits are none', async () => {
  const b = bench();
  await b.keyIn('Platform', 'prune');
  await (await b.signedIn(ADMIN_SECRET)).send(KEYS, KEYS, { ...FIELDS, team: 'team-0' });
  const made = (await b.directory.listKeys()).find(({ name }) => name === 'Ada');
  expect(made).toMatchObject({ expiresAt: null, ratePerMinute: null, maxBodyBytes: null });
});

test.each([
  [{ team: '' }, 'team', 'Choose a team'],
  [{ team: 'nowhere' }, 'team', 'Choose a team'],
  [{ name: ' ' }, 'name', 'Enter a name'],
  [{ name: 'x'.repeat(101) }, 'name', 'at most 100 characters'],
  [{ scopes: [] }, 'scopes', 'Choose at least one'],
  [{ scopes: ['prune', 'everything'] }, 'scopes', 'Choose at least one'],
  [{ expires: 'soon' }, 'expires', 'Enter a date'],
  [{ expires: '2026-11-20' }, 'expires', 'Choose today or a later day'],
  [{ rate: '-1' }, 'rate', 'whole number'],
  [{ rate: '1.5' }, 'rate', 'whole number'],
  [{ body: '0' }, 'body', 'whole number'],
  [{ body: '1e9' }, 'body', 'whole number'],
])('%j shows the form again, what is wrong beside its field', async (wrong, field, said) => {
  const b = bench();
  await b.keyIn('Platform', 'prune');
  const visitor = await b.signedIn(ADMIN_SECRET);
  const seen = await visitor.send(KEYS, KEYS, { ...FIELDS, team: 'team-0', rate: '77', ...wrong });
  expect(seen.status).toBe(422);
  const error = new RegExp(`id="${field}-error">([^<]*)`).exec(seen.html)?.[1];
  expect(error).toContain(said);
  expect(seen.html).toContain(`<a href="#${field}">`);
  expect(seen.html).toContain('<title>Error: Keys');
  expect(seen.html).toContain(`value="${{ rate: '77', ...wrong }.rate}"`);
  expect((await b.directory.listKeys()).map(({ name }) => name)).toEqual(["Platform's key"]);
});

test('a key that expires today works to the end of the day', async () => {
  const b = bench();
  await b.keyIn('Platform', 'prune');
  const visitor = await b.signedIn(ADMIN_SECRET);
  await visitor.send(KEYS, KEYS, { ...FIELDS, team: 'team-0', expires: '2026-11-21' });
  const made = (await b.directory.listKeys()).find(({ name }) => name === 'Ada');
  expect(made?.expiresAt).toBe(Date.UTC(2026, 10, 22));
});

test('an administrator of a team makes keys for it alone, whatever the form says', async () => {
  const b = bench();
  const admin = await b.keyIn('Platform', 'admin');
  await b.keyIn('Data', 'prune');
  const visitor = await b.signedIn(admin);
  const { html } = await visitor.get(KEYS);
  expect(html).not.toMatch(/Data|id="team"|dashboard\/teams/);
  await visitor.send(KEYS, KEYS, { ...FIELDS, team: 'team-1' });
  const made = (await b.directory.listKeys()).find(({ name }) => name === 'Ada');
  expect(made?.teamId).toBe('team-0');
});

test('a key without scope admin manages nothing', async () => {
  const b = bench();
  const visitor = await b.signedIn(await b.keyIn('Platform', 'prune'));
  const [own] = await b.directory.listKeys();
  expect((await visitor.get('/dashboard')).html).not.toContain(KEYS);
  // This user may use the form to sign out, so the token in it is valid.
  const token = tokenIn((await visitor.get('/dashboard')).html);
  const statuses = [
    await visitor.get(KEYS),
    await visitor.post(KEYS, { ...FIELDS, form_token: token }),
    await visitor.get(`${KEYS}/${own?.id}/revoke`),
    await visitor.post(`${KEYS}/${own?.id}/revoke`, { form_token: token }),
    await visitor.get('/dashboard/teams'),
    await visitor.post('/dashboard/teams', { name: 'Mine', form_token: token }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([403, 403, 403, 403, 403, 403]);
  expect((await b.directory.listKeys())[0]?.revokedAt).toBeNull();
});

test('revoking asks first, and says that it is done', async () => {
  const b = bench();
  await b.keyIn('Platform', 'prune');
  const visitor = await b.signedIn(ADMIN_SECRET);
  const [key] = await b.directory.listKeys();
  const page = `${KEYS}/${key?.id}/revoke`;
  expect((await visitor.get(KEYS)).html).toContain(`href="${page}"`);
  expect((await visitor.get(page)).html).toContain('This cannot be undone');
  expect((await b.directory.listKeys())[0]?.revokedAt).toBeNull();
  const seen = await visitor.send(page, page, {});
  expect([seen.status, seen.location]).toEqual([303, `${KEYS}?done=revoked`]);
  expect((await b.directory.listKeys())[0]?.revokedAt).toBe(b.now);
  const after = await visitor.get(seen.location ?? '');
  expect(after.html).toMatch(/role="status">The key is revoked/);
  expect(after.html).not.toContain("Platform's key");
  expect((await visitor.get(`${KEYS}?state=over`)).html).toContain(`mcpp_${key?.id}`);
  expect((await visitor.get(page)).status).toBe(404);
});

test('another team’s key is not to be seen or revoked', async () => {
  const b = bench();
  const visitor = await b.signedIn(await b.keyIn('Platform', 'admin'));
  await b.keyIn('Data', 'prune');
  const other = (await b.directory.listKeys()).find(({ teamName }) => teamName === 'Data');
  const page = `${KEYS}/${other?.id}/revoke`;
  expect((await visitor.get(page)).status).toBe(404);
  expect((await visitor.send(KEYS, page, {})).status).toBe(404);
  expect((await visitor.get(KEYS)).html).not.toContain(other?.id);
  expect((await b.directory.findKey(other?.id ?? '', ''))?.revokedAt).toBeNull();
});

test('another team that is named in the address changes nothing of what a team sees', async () => {
  const b = bench();
  const visitor = await b.signedIn(await b.keyIn('Platform', 'admin', 'context'));
  await b.keyIn('Data', 'prune');
  for (const page of ['/dashboard', KEYS, '/dashboard/context', '/dashboard/teams']) {
    const own = await visitor.get(page);
    for (const team of ['team-1', 'Data']) {
      const seen = await visitor.get(`${page}?team=${team}`);
      expect([seen.status, seen.html], page).toEqual([own.status, own.html]);
    }
  }
});

test('expired keys stand apart from those that work', async () => {
  const b = bench();
  await b.keyIn('Platform', 'prune');
  await b.directory.createKey({ teamId: 'team-0', name: 'Old', scopes: ['prune'], expiresAt: b.now + DAY });
  const visitor = await b.signedIn(ADMIN_SECRET);
  expect((await visitor.get(KEYS)).html).toContain('Old</h3>');
  b.now += DAY;
  const later = await b.signedIn(ADMIN_SECRET);
  expect((await later.get(KEYS)).html).not.toContain('Old</h3>');
  expect((await later.get(`${KEYS}?state=over`)).html).toMatch(/Old<\/h3><span class="pill">Expired/);
});

test('a page lists twenty keys, with links to the others that keep what was asked', async () => {
  const b = bench();
  await b.keyIn('Platform', 'prune');
  for (let i = 0; i < 45; i++)
    await b.directory.createKey({ teamId: 'team-0', name: `laptop ${i}`, scopes: ['prune'] });
  const visitor = await b.signedIn(ADMIN_SECRET);
  const { html } = await visitor.get(`${KEYS}?search=laptop&page=2`);
  expect(html.match(/class="key-row"/g)).toHaveLength(20);
  expect(html).toContain('21 to 40 of 45');
  expect(html).toContain(`href="${KEYS}?search=laptop&amp;order=newest"`);
  expect(html).toContain(`href="${KEYS}?search=laptop&amp;order=newest&amp;page=3"`);
  expect((await visitor.get(`${KEYS}?search=nobody`)).html).toContain('No matching keys.');
  for (const page of ['0', '-1', 'x', '1e9'])
    expect((await visitor.get(`${KEYS}?page=${page}`)).html).toContain('1 to 20 of 46');
});

test('names are text, never markup', async () => {
  const b = bench();
  await b.keyIn('<b>Team</b>', 'prune');
  const visitor = await b.signedIn(ADMIN_SECRET);
  await visitor.send(KEYS, KEYS, { ...FIELDS, team: 'team-0', name: '"><script>alert(1)</script>' });
  for (const path of [`${KEYS}/created`, KEYS, '/dashboard/teams', '/dashboard']) {
    expect((await visitor.get(path)).html, path).not.toMatch(/<script|<b>/);
  }
  const seen = await visitor.send(KEYS, KEYS, { ...FIELDS, name: '"><script>' });
  expect(seen.html).not.toContain('<script');
});

test('a key made others that may do more than itself, and nothing said so', async () => {
  const b = bench();
  const visitor = await b.signedIn(await b.keyIn('Platform', 'admin'));
  const keys = '/dashboard/keys';
  await visitor.send(keys, keys, { name: 'More', scopes: ['admin', 'prune'] });
  const made = (await b.directory.listKeys()).find(({ name }) => name === 'More');
  const by = visitor.cookies.get('mcp_pruner_session')?.split('.')[0];
  expect(b.audited.at(-1)).toEqual({
    ...{ action: 'key.created', byTeam: 'team-0', byKey: by, team: 'team-0', key: made?.id },
    ...{ address: null, requestId: 'id-1' },
    about: { name: 'More', scopes: ['admin', 'prune'], beyond: ['prune'] },
  });
  await visitor.send(keys, `${keys}/${made?.id}/revoke`, {});
  expect(b.audited.at(-1)).toMatchObject({ action: 'key.revoked', byKey: by, key: made?.id });
});

test.each([
  ['http://pruner.example', {}, 403],
  ['http://pruner.example', { 'x-forwarded-proto': 'https' }, 303],
  ['https://pruner.example', {}, 303],
  ['http://localhost:8000', {}, 303],
])('a new key was shown over http to a network: at %s with %j making one is %i', async (origin, headers, status) => {
  const b = bench();
  await b.directory.createTeam('Platform');
  const visitor = visit(b.app, origin);
  await visitor.send('/dashboard/sign-in', '/dashboard/sign-in', { key: ADMIN_SECRET }, headers);
  const seen = await visitor.send(KEYS, KEYS, { ...FIELDS, team: 'team-0' }, headers);
  expect(seen.status).toBe(status);
  expect(await b.directory.listKeys()).toHaveLength(status === 303 ? 1 : 0);
  if (status === 403) expect(seen.html).toContain('A new key is shown only over https');
});

test('a key with scope keys manages its own, and is renewed with a key that is shown once', async () => {
  const b = bench();
  const visitor = await b.signedIn(await b.keyIn('Platform', 'keys', 'prune'));
  await b.keyIn('Platform', 'prune');
  const page = await visitor.get(KEYS);
  expect([page.html.includes('scope-admin'), page.html.includes('scope-metrics')]).toEqual([false, false]);
  await visitor.send(KEYS, KEYS, { ...FIELDS, scopes: ['prune'] });
  const made = (await b.directory.listKeys()).find(({ name }) => name === 'Ada');
  expect(made?.owner).not.toBe(made?.id);
  const renew = `${KEYS}/${made?.id}/renew`;
  const renewed = await visitor.send(renew, renew, {});
  expect([renewed.status, renewed.location]).toEqual([303, `${KEYS}/created`]);
  expect((await visitor.get(`${KEYS}/created`)).html).toMatch(/mcpp_[0-9a-f]{16}_[0-9a-f]{48}/);
  expect((await b.directory.getKey(made?.id ?? ''))?.renewedBy).not.toBeNull();
  const other = (await b.directory.listKeys()).find(
    ({ owner, id, scopes }) => owner === id && !scopes.includes('keys'),
  );
  expect((await visitor.get(`${KEYS}/${other?.id}/revoke`)).status).toBe(404);
  const refused = await visitor.send(KEYS, KEYS, { ...FIELDS, scopes: ['admin'] });
  expect([refused.status, refused.html.includes('The team allows own keys only')]).toEqual([422, true]);
});

test('a key that expires soon says so', async () => {
  const b = bench();
  await b.keyIn('Platform', 'prune');
  const soon = { teamId: 'team-0', scopes: ['prune'] } as const;
  await b.directory.createKey({ ...soon, name: 'Soon', expiresAt: b.now + 6 * DAY });
  expect((await (await b.signedIn(ADMIN_SECRET)).get(KEYS)).html).toContain('Expires soon');
});

test('who signed in and out, and who could not, is recorded', async () => {
  const b = bench();
  const visitor = visit(b.app);
  await visitor.send('/dashboard/sign-in', '/dashboard/sign-in', { key: 'wrong' });
  await (await b.signedIn(ADMIN_SECRET)).send('/dashboard', '/dashboard/sign-out', {});
  expect(b.audited).toMatchObject([
    { action: 'session.refused', byKey: '', key: '' },
    { action: 'session.began', byKey: 'root', key: 'root' },
    { action: 'session.ended', byKey: 'root', key: 'root' },
  ]);
  expect(JSON.stringify(b.audited)).not.toContain('wrong');
});
