import { expect, test } from 'vitest';
import type { UsageQuery } from '../../../src/teams/usage/ledger-query.ts';
import { readOverview } from '../../../worker/dashboard/data/overview.ts';
import { boundsOf, RANGES, rangeNamed } from '../../../worker/dashboard/data/ranges.ts';
import { toBytes, toCompact, toDuration, toShare } from '../../../worker/dashboard/format/numbers.ts';
import { toTicks } from '../../../worker/dashboard/parts/savings-section.tsx';
import { DAY, HOUR, MORNING } from '../../contract/usage-records.ts';
import { memoryTeams } from '../artifacts/memory-teams.ts';
import { ADMIN_SECRET, bench, ROW } from './bench.ts';

const scopes = (queries: readonly { readonly scope: unknown }[]): unknown[] => [
  ...new Set(queries.map(({ scope }) => JSON.stringify(scope))),
];

test('each sees what is theirs', async () => {
  const b = bench();
  const admin = await b.keyIn('Platform', 'admin');
  const member = await b.keyIn('Platform', 'prune');
  const seenBy = async (credential: string, query = ''): Promise<unknown[]> => {
    const visitor = await b.signedIn(credential);
    b.queries.length = 0;
    await visitor.get(`/dashboard${query}`);
    return scopes(b.queries);
  };
  expect(await seenBy(ADMIN_SECRET)).toEqual(['{"kind":"all"}']);
  expect(await seenBy(ADMIN_SECRET, '?team=team-0')).toEqual(['{"kind":"team","team":"team-0"}']);
  expect(await seenBy(admin, '?team=team-9')).toEqual(['{"kind":"team","team":"team-0"}']);
  const own = { kind: 'owner', team: 'team-0', owner: member.split('_')[1] };
  expect(await seenBy(member, '?team=team-9')).toEqual([JSON.stringify(own)]);
});

test('a key sees its own figures: not whose else, nor how the worker fares', async () => {
  const b = bench();
  b.rows = [{ ...ROW, start: MORNING, owner: 'k', ownerName: 'Somebody', tool: 'prune', engine: 'embedded' }];
  const credential = await b.keyIn('Platform', 'prune');
  await b.directory.changeTeam('team-0', { monthlyQuotaBytes: 8_000 });
  const member = await (await b.signedIn(credential)).get('/dashboard');
  expect(member.html).toContain('Your savings');
  expect(member.html).not.toMatch(/By person|Upstream|Ledger<|Somebody|quota/);
  const admin = await (await b.signedIn(await b.keyIn('Platform', 'admin'))).get('/dashboard');
  expect(admin.html).toContain('By person');
  expect(admin.html).toContain('Somebody');
  expect(admin.html).toMatch(/Upstream<[\s\S]*Ledger</);
});

test('figures are told in words and numbers, the chart also as a table', async () => {
  const b = bench();
  b.rows = [
    { ...ROW, start: Math.floor(MORNING / HOUR) * HOUR, key: 'k', keyName: 'Ada', tool: 'prune', engine: null },
  ];
  const { html } = await (await b.signedIn(ADMIN_SECRET)).get('/dashboard?range=24h');
  expect(html).toContain('60% of 1K tokens were pruned away');
  expect(html).toMatch(
    /<title id="chart-wide-title">Tokens saved over time<\/title><desc id="chart-wide-desc">600 tokens/,
  );
  expect(html).toContain('<title>21 Nov, 10:00 to 11:00: 600 tokens saved, 4 requests</title>');
  expect(html).toMatch(
    /<th scope="row">21 Nov, 10:00 to 11:00<\/th><td class="number">1,000<\/td><td class="number">400/,
  );
  expect(html).toMatch(/>25%<\/p><p class="figure-label">of requests answered from the cache/);
  expect(html).toContain('1.5 s');
  expect(html).toMatch(/aria-current="true">24 hours</);
});

test('a loss is called one', async () => {
  const b = bench();
  b.rows = [{ ...ROW, start: MORNING, tokensOut: 1_500, tokensSaved: -500 }];
  const { html } = await (await b.signedIn(ADMIN_SECRET)).get('/dashboard');
  expect(html).toContain('class="hero-figure lost">−500<');
  expect(html).toContain('Pruning cost more than it saved');
  expect(html).toContain('class="bar lost"');
});

test('where nothing was used yet, the page says what to do', async () => {
  const b = bench();
  const { html } = await (await b.signedIn(ADMIN_SECRET)).get('/dashboard?range=30d');
  expect(html).toContain('Nothing was pruned in the last 30 days');
  expect(html).toContain('curl https://pruner.example/prune');
  expect(html).toContain('href="/dashboard/keys#new"');
  const proxied = await b.signedIn(ADMIN_SECRET);
  const { html: behindTls } = await proxied.get('/dashboard', { 'x-forwarded-proto': 'https' });
  expect(behindTls).toContain('curl https://pruner.example/prune');
});

test('a team with a quota sees how much of the month is used', async () => {
  const b = bench();
  const admin = await b.keyIn('Platform', 'admin');
  await b.directory.changeTeam('team-0', { monthlyQuotaBytes: 8_000 });
  b.rows = [{ ...ROW, start: MORNING, team: 'team-0' }];
  const { html } = await (await b.signedIn(admin)).get('/dashboard');
  expect(html).toMatch(/<strong>50%<\/strong> used: 3.9 KiB of 7.8 KiB/);
  const month = b.queries.find((query) => query.period === 'day' && query.from === Date.UTC(2026, 10));
  expect(month?.to).toBe(Date.UTC(2026, 11));
  await b.directory.changeTeam('team-0', { monthlyQuotaBytes: 4_000 });
  expect((await (await b.signedIn(admin)).get('/dashboard')).html).toContain('requests are refused');
});

test('the administrator sees each team with its quota, why requests failed, and money at the set price', async () => {
  const b = bench({ adminKey: ADMIN_SECRET, deps: { price: { perMillion: 2_000, currency: 'EUR' } } });
  await b.keyIn('Platform', 'prune');
  await b.directory.changeTeam('team-0', { monthlyQuotaBytes: 16_000 });
  b.rows = [{ ...ROW, start: MORNING, team: 'team-0', teamName: 'Platform', outcome: 'rate_limited' }];
  const { html } = await (await b.signedIn(ADMIN_SECRET)).get('/dashboard?range=24h');
  expect(html).toMatch(/href="\/dashboard\?range=24h&amp;team=team-0">Platform<\/a>.*?<td class="number">25%<\/td>/);
  expect(html).toMatch(
    /<a href="#failures">1<\/a>.*id="failures">Why requests failed.*rate limited.*<td class="number strong">4</,
  );
  expect(html).toContain('<dt>Worth</dt><dd>€1.20</dd>');
  const [, csv = ''] = /href="([^"]*)">Download as CSV/.exec(html) ?? [];
  expect(csv.replaceAll('&amp;', '&')).toMatch(
    /^\/dashboard\/usage\?from=2026-11-20T11%3A00.*group_by=team&format=csv$/,
  );
});

test('the CSV opens with the session of its page, and without one leads to the way in', async () => {
  const b = bench();
  b.rows = [{ ...ROW, start: MORNING, owner: 'k', ownerName: 'Ada' }];
  const visitor = await b.signedIn(await b.keyIn('Platform', 'admin'));
  const seen = await visitor.get('/dashboard/usage?group_by=owner&format=csv');
  expect([seen.headers.get('content-type'), seen.html]).toEqual([
    'text/csv; charset=utf-8; header=present',
    expect.stringContaining('k,Ada,4,1,'),
  ]);
  expect((await visitor.get('/dashboard/usage?team=other')).status).toBe(403);
  visitor.cookies.clear();
  expect((await visitor.get('/dashboard/usage')).location).toBe('/dashboard/sign-in');
});

test('who manages a team sees what it keeps, of how much and for how long; nobody sees another’s', async () => {
  const artifacts = memoryTeams();
  const b = bench({ adminKey: ADMIN_SECRET, deps: { artifacts } });
  const admin = await b.keyIn('Platform', 'admin');
  const member = await b.keyIn('Platform', 'prune', 'artifacts');
  for (const [team, body] of [
    ['team-0', 'x'.repeat(1_048_576)],
    ['team-1', 'y'.repeat(3_072)],
  ] as const) {
    await artifacts.of(team).put({ domain: 'test', mimeType: 'text/plain', body });
  }
  const seen = async (key: string, query = ''): Promise<string> =>
    (await (await b.signedIn(key)).get(`/dashboard${query}`)).html;
  const own = await seen(admin, '?team=team-1');
  expect(own).toMatch(/<h2 id="kept">Artifacts<\/h2><p class="figure">1 MiB<\/p>/);
  expect(own).toMatch(
    /<dt>Texts<\/dt><dd>1<\/dd>.*<dt>Room<\/dt><dd>100 MiB, 1% used<\/dd>.*<dt>Kept for<\/dt><dd>7 days/,
  );
  expect(await seen(member)).not.toContain('id="kept"');
  expect(await seen(ADMIN_SECRET)).toMatch(
    />1,027 KiB<|>1 MiB<.*<dt>Teams with stored texts<\/dt><dd>2<.*Limit per team<\/dt><dd>100 MiB</,
  );
});

test('what the ledger lost is told', async () => {
  const lost = { written: 1, dropped: 3, waiting: 0, failures: 2 };
  const b = bench({ adminKey: ADMIN_SECRET, deps: { ledger: () => lost } });
  const { html } = await (await b.signedIn(ADMIN_SECRET)).get('/dashboard');
  expect(html).toMatch(/class="figure state bad">Incomplete/);
});

test.each([
  ['closed', 'good', 'Healthy'],
  ['half_open', 'warn', 'Probing'],
  ['open', 'bad', 'Failing'],
] as const)('a breaker that is %s', async (breaker, tone, word) => {
  const counts = { inFlight: 2, waiting: 0, consecutiveFailures: 0, opened: 1, succeeded: 9, failed: 1, refused: 0 };
  const upstream = () => ({ breaker, ...counts, lastFailure: 'http_error' as const, retryInMs: 0 });
  const b = bench({ adminKey: ADMIN_SECRET, deps: { upstream } });
  const { html } = await (await b.signedIn(ADMIN_SECRET)).get('/dashboard');
  expect(html).toContain(`class="figure state ${tone}">${word}<`);
  expect(html).toContain('<dd>http error</dd>');
});

test('an unknown page is 404, a final slash is not', async () => {
  const visitor = await bench().signedIn(ADMIN_SECRET);
  expect((await visitor.get('/dashboard/nowhere')).status).toBe(404);
  const slash = await visitor.get('/dashboard/');
  expect([slash.status, slash.location]).toEqual([301, '/dashboard']);
});

test('every bar of a range is there, and sums the periods that begin in it', async () => {
  const store = {
    usage: async ({ groupBy }: UsageQuery) =>
      groupBy[0] !== 'time' ? [] : [MORNING, MORNING - HOUR, MORNING - 6 * DAY].map((at) => ({ ...ROW, start: at })),
    latency: async () => [],
  };
  const { bins } = await readOverview(store as never, { kind: 'all' }, rangeNamed('7d'), MORNING);
  expect(bins).toHaveLength(28);
  expect(bins.filter(({ requests }) => requests > 0).map(({ start, requests }) => [start, requests])).toEqual([
    [Date.UTC(2026, 10, 15, 6), 4],
    [Date.UTC(2026, 10, 21, 6), 8],
  ]);
});

test.each(RANGES)('$name ends with the bar that now lies in', (range) => {
  const { from, to } = boundsOf(range, MORNING);
  expect(to).toBeGreaterThan(MORNING);
  expect(to - range.binMs).toBeLessThanOrEqual(MORNING);
  expect(to - from).toBe(range.bins * range.binMs);
});

test('an unknown range is seven days', () => {
  expect([rangeNamed(undefined).name, rangeNamed('1y').name, rangeNamed('30d').name]).toEqual(['7d', '7d', '30d']);
});

test.each([
  [0, 0, [0, 1]],
  [0, 9, [0, 5, 10]],
  [0, 140_000, [0, 50_000, 100_000, 150_000]],
  [-7_000, 140_000, [-50_000, 0, 50_000, 100_000, 150_000]],
  [-30, 0, [-30, -20, -10, 0]],
])('an axis from %i to %i has round ticks and zero', (min, max, ticks) => {
  expect(toTicks(min, max, 4)).toEqual(ticks);
});

test('numbers are written for people', () => {
  expect([toCompact(1_234_567), toCompact(-500), toCompact(999)]).toEqual(['1.2M', '−500', '999']);
  expect([toShare(1, 0), toShare(1, 3), toShare(1, 400), toShare(-1, 4)]).toEqual(['–', '33%', '0.3%', '−25%']);
  expect([toDuration(0), toDuration(0.42), toDuration(12.6), toDuration(1_260)]).toEqual([
    '0 ms',
    '0.42 ms',
    '13 ms',
    '1.3 s',
  ]);
  expect([toBytes(0), toBytes(1_023), toBytes(1_536), toBytes(5 * 1024 ** 3)]).toEqual([
    '0 B',
    '1,023 B',
    '1.5 KiB',
    '5 GiB',
  ]);
});
