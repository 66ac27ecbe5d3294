import { expect, test } from 'vitest';
import { SqlError } from '../../../src/storage/sql-error.ts';
import { ADMIN_SECRET, bench } from './bench.ts';
import { tokenIn, visit } from './visitor.ts';

const SIGN_IN = '/dashboard/sign-in';
const HOURS = 3_600_000;

test('nobody sees a page before they sign in', async () => {
  const { app, queries } = bench();
  for (const path of ['', '/keys', '/keys/created', '/keys/x/revoke', '/teams', '/nowhere']) {
    const seen = await visit(app).get(`/dashboard${path}`);
    expect([seen.status, seen.location], path).toEqual([303, SIGN_IN]);
  }
  expect(queries).toEqual([]);
});

test('every page forbids scripts, frames and storing, and holds none of them', async () => {
  const b = bench();
  const visitor = await b.signedIn(ADMIN_SECRET);
  for (const path of ['', '/keys', '/teams', '/nowhere', '/sign-in']) {
    const { headers, html } = await visitor.get(`/dashboard${path}`);
    expect(headers.get('content-security-policy'), path).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('cache-control'), path).toBe('no-store');
    expect(html).toMatch(/^<!doctype html><html lang="en">/i);
    expect(html).not.toMatch(/<script|\sstyle=|\son\w+=|https?:\/\/(?!pruner\.example)/i);
  }
});

test('the stylesheet may be kept, at an address of its own', async () => {
  const { app } = bench();
  const { html } = await visit(app).get(SIGN_IN);
  const path = /href="(\/dashboard\/style-[0-9a-f]+\.css)"/.exec(html)?.[1] ?? '';
  const { status, headers } = await visit(app).get(path);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  expect(headers.get('cache-control')).toContain('immutable');
});

test('a key signs in: the cookie is closed to scripts and sites, and does not hold the key', async () => {
  const b = bench();
  const key = await b.keyIn('Platform', 'prune');
  const visitor = visit(b.app);
  const seen = await visitor.send(SIGN_IN, SIGN_IN, { key: `  ${key} ` });
  expect([seen.status, seen.location]).toEqual([303, '/dashboard']);
  const cookie = seen.headers.getSetCookie().find((one) => one.startsWith('mcp_pruner_session=')) ?? '';
  expect(cookie.split('; ').slice(1).sort()).toEqual([
    'HttpOnly',
    'Max-Age=43200',
    'Path=/dashboard',
    'SameSite=Strict',
    'Secure',
  ]);
  const [, id = '', secret = ''] = key.split('_');
  expect(cookie).toContain(id);
  expect(cookie).not.toContain(secret.slice(0, 8));
  expect((await visitor.get('/dashboard')).status).toBe(200);
});

test('the cookie is for TLS alone where there is TLS, also behind a proxy', async () => {
  const b = bench();
  const secure = async (origin: string, headers: Record<string, string>): Promise<boolean> => {
    const visitor = visit(b.app, origin);
    const seen = await visitor.send(SIGN_IN, SIGN_IN, { key: ADMIN_SECRET }, headers);
    return seen.headers.getSetCookie().some((one) => one.includes('session') && one.includes('Secure'));
  };
  expect(await secure('https://pruner.example', {})).toBe(true);
  expect(await secure('http://pruner.example', { 'x-forwarded-proto': 'https' })).toBe(true);
  expect(await secure('http://pruner.example', {})).toBe(false);
});

test.each(['', 'wrong', 'x'.repeat(600), 'mcpp_0123456789abcdef_'.padEnd(70, '0')])(
  '"%s" is refused, beside the field',
  async (key) => {
    const b = bench();
    await b.keyIn('Platform', 'prune');
    const visitor = visit(b.app);
    const seen = await visitor.send(SIGN_IN, SIGN_IN, { key });
    expect(seen.status).toBe(401);
    expect(seen.html).toMatch(/aria-describedby="key-hint key-error" aria-invalid="true"/);
    expect(seen.html).toContain('id="key-error">This key is not valid.');
    expect(seen.html).not.toContain('xxxx');
    expect([...visitor.cookies.keys()]).toEqual(['mcp_pruner_visit']);
  },
);

test('a revoked key’s session ends at once, an expired one’s too', async () => {
  const b = bench();
  const visitor = await b.signedIn(await b.keyIn('Platform', 'admin'));
  expect((await visitor.get('/dashboard')).status).toBe(200);
  const [key] = await b.directory.listKeys();
  await b.directory.revokeKey(key?.id ?? '');
  const seen = await visitor.get('/dashboard');
  expect([seen.status, seen.location]).toEqual([303, SIGN_IN]);
  expect(visitor.cookies.has('mcp_pruner_session')).toBe(false);
});

test('a session ends after twelve hours', async () => {
  const b = bench();
  const visitor = await b.signedIn(ADMIN_SECRET);
  b.now += 12 * HOURS - 1;
  expect((await visitor.get('/dashboard')).status).toBe(200);
  b.now += 1;
  expect((await visitor.get('/dashboard')).location).toBe(SIGN_IN);
});

test('signing out ends it', async () => {
  const b = bench();
  const visitor = await b.signedIn(ADMIN_SECRET);
  const seen = await visitor.send('/dashboard', '/dashboard/sign-out', {});
  expect([seen.status, seen.location]).toEqual([303, SIGN_IN]);
  expect((await visitor.get('/dashboard')).location).toBe(SIGN_IN);
});

test('a form of another site, without a token or with another’s, is refused', async () => {
  const b = bench();
  const mine = await b.signedIn(ADMIN_SECRET);
  const token = tokenIn((await mine.get('/dashboard/teams')).html);
  const other = tokenIn((await (await b.signedIn(await b.keyIn('Data', 'admin'))).get('/dashboard/keys')).html);
  const name = 'Evil';
  const path = '/dashboard/teams';
  const refused = [
    await mine.post(path, { name, form_token: token }, { origin: 'https://evil.example' }),
    await mine.post(path, { name, form_token: token }, { origin: 'null', 'sec-fetch-site': 'cross-site' }),
    await mine.post(path, { name }),
    await mine.post(path, { name, form_token: '' }),
    await mine.post(path, { name, form_token: other }),
    await visit(b.app).post(SIGN_IN, { key: ADMIN_SECRET }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
  expect(refused[0]?.html).toContain('Form rejected');
  expect((await b.directory.listTeams()).map((team) => team.name)).toEqual(['Data']);
  expect(refused.flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
});

test('a form is taken behind a proxy that ends TLS, and where the browser says that it is ours', async () => {
  const b = bench();
  const mine = await b.signedIn(ADMIN_SECRET);
  const sent = async (name: string, headers: Record<string, string>): Promise<number> =>
    (await mine.send('/dashboard/teams', '/dashboard/teams', { name }, headers)).status;
  expect(await sent('A', { origin: 'https://pruner.example' })).toBe(303);
  expect(await sent('B', { origin: 'null', 'sec-fetch-site': 'same-origin' })).toBe(303);
});

test('a form that is too large is refused', async () => {
  const b = bench();
  const seen = await visit(b.app).post(SIGN_IN, { key: 'x'.repeat(70_000) }, { 'content-length': '70010' });
  expect(seen.status).toBe(413);
});

test('a keyless worker shows its own machine what it uses, and manages nothing', async () => {
  const b = bench({ adminKey: undefined });
  const visitor = visit(b.app, 'http://127.0.0.1:8000');
  const seen = await visitor.get('/dashboard');
  expect(seen.status).toBe(200);
  expect(b.queries[0]?.scope).toEqual({ kind: 'team', team: 'local' });
  expect(seen.html).not.toMatch(/Sign out|dashboard\/keys|Authorization/);
  expect(seen.html).toContain('curl http://127.0.0.1:8000/prune');
  expect((await visitor.get('/dashboard/keys')).status).toBe(403);
  expect((await visitor.get('/dashboard/teams')).status).toBe(403);
  expect((await visit(b.app, 'http://evil.example').get('/dashboard')).status).toBe(403);
});

test('a worker that refuses to serve without keys says what to do', async () => {
  const { status, html } = await visit(bench({ adminKey: undefined, keyless: 'refuse' }).app).get('/dashboard');
  expect(status).toBe(503);
  expect(html).toContain('PRUNER_ADMIN_KEY');
});

test('a bearer token opens no page', async () => {
  const { app } = bench();
  const seen = await visit(app).get('/dashboard', { authorization: `Bearer ${ADMIN_SECRET}` });
  expect([seen.status, seen.location]).toEqual([303, SIGN_IN]);
});

test('storage that fails is told, without its words', async () => {
  const b = bench();
  const visitor = await b.signedIn(ADMIN_SECRET);
  b.failure = new SqlError('busy', 'SELECT secret');
  const seen = await visitor.get('/dashboard');
  expect(seen.status).toBe(503);
  expect(seen.html).toContain('The storage cannot be used right now: the database is locked by another writer');
  expect(seen.html).not.toContain('SELECT');
});

test('while the session secret cannot be read, the door says so', async () => {
  const sessionSecret = async (): Promise<string> => {
    throw new SqlError('busy', 'locked');
  };
  const { app } = bench({ adminKey: ADMIN_SECRET, deps: { sessionSecret } });
  expect((await visit(app).get(SIGN_IN)).status).toBe(503);
});

test('while keys cannot be checked nobody is let in, and the session is kept', async () => {
  const authenticator = {
    authenticate: async () => 'unavailable' as const,
    resume: async () => 'unavailable' as const,
  };
  const b = bench({ adminKey: ADMIN_SECRET, deps: { authenticator } });
  const visitor = visit(b.app);
  const seen = await visitor.send(SIGN_IN, SIGN_IN, { key: ADMIN_SECRET });
  expect(seen.status).toBe(503);
  expect(seen.html).toContain('cannot be checked');
  const signedIn = await bench().signedIn(ADMIN_SECRET);
  visitor.cookies.set('mcp_pruner_session', signedIn.cookies.get('mcp_pruner_session') ?? '');
  expect((await visitor.get('/dashboard')).status).toBe(503);
  expect(visitor.cookies.has('mcp_pruner_session')).toBe(true);
});

test('a session outlived its sign-out: a copy of its cookie let its holder in', async () => {
  const b = bench();
  const visitor = await b.signedIn(ADMIN_SECRET);
  const copy = visit(b.app);
  for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
  expect((await copy.get('/dashboard')).status).toBe(200);
  const out = await visitor.send('/dashboard', '/dashboard/sign-out', {});
  expect([out.status, out.location]).toEqual([303, SIGN_IN]);
  const seen = await copy.get('/dashboard');
  expect([seen.status, seen.location]).toEqual([303, SIGN_IN]);
  b.now += 1;
  expect((await (await b.signedIn(ADMIN_SECRET)).get('/dashboard')).status).toBe(200);
});

test('what is no session of this worker is not written down as ended', async () => {
  const ended: string[] = [];
  const endedSessions = { end: async (session: string) => void ended.push(session), has: async () => false };
  const b = bench({ adminKey: ADMIN_SECRET, deps: { endedSessions } });
  const visitor = visit(b.app);
  visitor.cookies.set('mcp_pruner_session', `root.999999999999999.${'0'.repeat(64)}`);
  await visitor.send(SIGN_IN, '/dashboard/sign-out', {});
  expect(ended).toEqual([]);
});

test('failed sign-ins are slowed, and the page says so', async () => {
  const b = bench();
  const visitor = visit(b.app);
  const statuses: number[] = [];
  for (let i = 0; i < 21; i++) statuses.push((await visitor.send(SIGN_IN, SIGN_IN, { key: `wrong-${i}` })).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
  const seen = await visitor.send(SIGN_IN, SIGN_IN, { key: 'wrong' });
  expect([seen.status, seen.headers.get('retry-after')]).toEqual([429, '3']);
  expect(seen.html).toContain('Too many invalid keys were tried. Wait 3 seconds.');
  expect((await visitor.send(SIGN_IN, SIGN_IN, { key: ADMIN_SECRET })).status).toBe(303);
});

test('two workers on one machine signed each other’s visitors out', async () => {
  const first = bench();
  const second = bench({ adminKey: ADMIN_SECRET, deps: { sessionSecret: async () => 'of another worker' } });
  const visitor = visit(first.app, 'http://localhost:8000');
  await visitor.send(SIGN_IN, SIGN_IN, { key: ADMIN_SECRET });
  // A browser sends cookies to every port of a host.
  const next = visit(second.app, 'http://localhost:8001');
  for (const [name, value] of visitor.cookies) next.cookies.set(name, value);
  expect((await next.get('/dashboard')).location).toBe(SIGN_IN);
  await next.send(SIGN_IN, SIGN_IN, { key: ADMIN_SECRET });
  for (const [name, value] of next.cookies) visitor.cookies.set(name, value);
  expect((await visitor.get('/dashboard')).status).toBe(200);
  expect((await next.get('/dashboard')).status).toBe(200);
});

test.each([
  ['http://192.0.2.1:8000', {}, true],
  ['http://pruner.example', { 'x-forwarded-proto': 'https' }, false],
  ['https://pruner.example', {}, false],
  ['http://localhost:8000', {}, false],
])(
  'who would sign in at %s %j is warned that the key can be read on its way: %s',
  async (origin, headers, isWarned) => {
    const { html } = await visit(bench().app, origin).get(SIGN_IN, headers);
    expect(/role="alert"[^>]*>This connection is not encrypted/.test(html)).toBe(isWarned);
  },
);
