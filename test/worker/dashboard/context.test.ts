import { expect, test } from 'vitest';
import type { WorkingSet } from '../../../src/context/context-store.ts';
import type { WorkingSegment } from '../../../src/context/segment.ts';
import type { DashboardDeps } from '../../../worker/dashboard/dashboard-deps.ts';
import { ADMIN_SECRET, type Bench, bench } from './bench.ts';

const HOUR = 3_600_000;

function segment(id: string, more: Partial<WorkingSegment>): WorkingSegment {
  return {
    ...{ id, type: 'note', task: null, createdAt: 0, touchedAt: 0, pinned: false, entered: 0, tier: 'working' },
    ...{ file: null, lines: null, tags: [], topic: null, tokens: 1, links: [] },
    sketch: '',
    ...more,
  } as WorkingSegment;
}

/** An old log, fresh code and a pinned decision. */
const SHOP: readonly WorkingSegment[] = [
  segment('log-1', { type: 'log', tokens: 6000 }),
  segment('code-1', { type: 'code', tokens: 3000, touchedAt: 90 * HOUR }),
  segment('decision-1', { type: 'decision', tokens: 1000, pinned: true, touchedAt: 90 * HOUR }),
];

/** Creates a bench whose named teams have context; other teams have none. */
function benchWith(teams: Readonly<Record<string, Readonly<Record<string, readonly WorkingSegment[]>>>>): Bench {
  const of = (team: string) => {
    const projects = teams[team] ?? {};
    return {
      projects: async () =>
        Object.entries(projects).map(([project, segments]) => ({
          ...{ project, currentTask: null, working: segments.length, stashed: 2, stashedTokens: 70 },
          workingTokens: segments.reduce((sum, { tokens }) => sum + tokens, 0),
        })),
      working: async (project: string): Promise<WorkingSet> => ({
        ...{ currentTask: null, activeFile: null, collections: 0, latest: 90 * HOUR, inSnapshots: new Map() },
        segments: projects[project] ?? [],
      }),
    };
  };
  const contexts = { of } as unknown as NonNullable<DashboardDeps['contexts']>;
  return bench({ adminKey: ADMIN_SECRET, deps: { contexts } });
}

const see = async (b: Bench, credential: string, query = '') =>
  await (await b.signedIn(credential)).get(`/dashboard/context${query}`);

test('a working set is drawn by type and age, told in words, and as a table', async () => {
  const b = benchWith({ 'team-0': { small: [segment('a', {})], shop: SHOP } });
  const { html } = await see(b, await b.keyIn('Platform', 'context'), '?window=32000');
  expect(html).toContain('<h1>shop</h1>');
  expect(html).toContain('31% of a context of 32K tokens, in 3 segments');
  expect(html).toMatch(
    /<title id="set-wide-title">Tokens by type and by age<\/title><desc id="set-wide-desc">Protected: 1,000 tokens; Kept for now: 3,000 tokens; Would be released: 6,000 tokens\./,
  );
  const log = '6,000 tokens in 1 segment: 0 protected, 0 kept for now, 6,000 would be released';
  expect(html).toContain(`<title>Log: ${log}</title>`);
  // All bars share one scale of 756 units. The log has all of it, and the code half.
  expect(html).toContain('<rect class="going" x="152" y="54" width="756" height="16"></rect>');
  expect(html).toContain('<rect class="rest" x="152" y="26" width="378" height="16"></rect>');
  expect(html).toMatch(
    /<th scope="row">Decision<\/th><td class="number">1,000<\/td><td class="number">0<\/td><td class="number">0<\/td>/,
  );
  expect(html).toMatch(
    /<h2 id="going">Segments to release<\/h2>.*log-1<.*need 0\.0046 = log 0\.01 × 0\.46 \(90\.0 h since\).*6,000<.*0\.74</,
  );
  expect(html).toMatch(/<h2 id="held">Protected segments<\/h2>.*Pinned<.*1,000</);
  expect(html).toMatch(/project=small&amp;window=32000"><?[^>]*small</);
  expect((await see(b, await b.keyIn('Platform', 'context'), '?project=small')).html).toContain('<h1>small</h1>');
});

test('a team’s context is for its own keys with the scope `context`, and for the administrator', async () => {
  const b = benchWith({ 'team-0': { shop: SHOP }, 'team-1': { secret: [segment('b', {})] } });
  const own = await b.keyIn('Platform', 'context');
  const other = await b.keyIn('Data', 'context');
  const manages = await b.keyIn('Data', 'prune', 'admin');
  expect((await see(b, own, '?team=team-1&project=secret')).html).not.toContain('secret');
  expect((await see(b, other)).html).toContain('<h1>secret</h1>');
  expect(await see(b, manages)).toMatchObject({ status: 403, html: expect.stringContaining('scope “context”') });
  const root = await see(b, ADMIN_SECRET, '?team=team-0');
  expect(root.html).toMatch(/<option value="team-0" selected="">Platform<.*<h2 id="going">/);
  const links = async (key: string): Promise<string[]> =>
    [...(await (await b.signedIn(key)).get('/dashboard')).html.matchAll(/<li><a href="([^"]+)"/g)].map(
      ([, href = '']) => href,
    );
  expect(await links(own)).toEqual(['/dashboard', '/dashboard/context']);
  expect(await links(manages)).toEqual(['/dashboard', '/dashboard/keys']);
  expect(await links(ADMIN_SECRET)).toHaveLength(4);
});

test('where nothing is kept, the page says how it comes to be; one that was put aside whole is empty', async () => {
  const b = benchWith({ 'team-0': { shop: [] } });
  const aside = await see(b, await b.keyIn('Platform', 'context'));
  expect(aside.html).toContain('All segments are stashed');
  const none = await see(b, await b.keyIn('Data', 'context'));
  expect(none.html).toContain('No context stored yet');
  expect(none.html).toContain('mcp-pruner https://pruner.example/mcp');
  expect(await see(bench(), ADMIN_SECRET)).toMatchObject({ status: 403 });
});
