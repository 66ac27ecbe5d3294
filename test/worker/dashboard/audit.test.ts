import { expect, test } from 'vitest';
import type { AuditQuery, StoredAuditEntry } from '../../../src/teams/keys/audit.ts';
import { MORNING } from '../../contract/usage-records.ts';
import { ADMIN_SECRET, type Bench, bench } from './bench.ts';

const AUDIT = '/dashboard/audit';
const ENTRY: StoredAuditEntry = {
  ...{ id: 1, at: MORNING, action: 'key.revoked', byTeam: 'root', byKey: 'root', address: '203.0.113.9' },
  ...{ requestId: 'r', team: 'team-0', key: 'k1', about: { name: '<b>x</b>' } },
};

/** A dashboard with `count` entries, and the queries for them. */
function trailed(count: number): Bench & { readonly asked: AuditQuery[] } {
  const asked: AuditQuery[] = [];
  const read = async (query: AuditQuery): Promise<StoredAuditEntry[]> => {
    asked.push(query);
    return Array.from({ length: Math.min(count, query.limit) }, (_, i) => ({ ...ENTRY, id: count - i }));
  };
  return Object.assign(bench({ adminKey: ADMIN_SECRET, deps: { trail: { read } } }), { asked });
}

test('acts are listed with who did them and what they were done to, as text', async () => {
  const b = trailed(2);
  await b.keyIn('Platform', 'prune');
  const { html } = await (await b.signedIn(ADMIN_SECRET)).get(AUDIT);
  expect(html).toMatch(/key revoked.*Platform · k1.*Administrator<\/td>.*203\.0\.113\.9/);
  expect(html).toContain('&lt;b&gt;x');
  expect(html).not.toMatch(/<b>|Older entries/);
});

test('a page has twenty-five, and a link to the ones before', async () => {
  const b = trailed(60);
  const visitor = await b.signedIn(ADMIN_SECRET);
  const { html } = await visitor.get(`${AUDIT}?team=team-0`);
  expect(html.match(/key revoked/g)).toHaveLength(25);
  expect(html).toContain(`href="${AUDIT}?team=team-0&amp;before=36"`);
  await visitor.get(`${AUDIT}?before=36`);
  expect(b.asked.map(({ team, before }) => [team, before])).toEqual([
    ['team-0', undefined],
    [undefined, 36],
  ]);
});

test('an administrator of a team reads its own entries alone, and others none', async () => {
  const b = trailed(1);
  const admin = await b.signedIn(await b.keyIn('Platform', 'admin'));
  await admin.get(`${AUDIT}?team=team-1`);
  expect(b.asked.map(({ team }) => team)).toEqual(['team-0']);
  const member = await b.signedIn(await b.keyIn('Platform', 'prune', 'keys'));
  expect((await member.get(AUDIT)).status).toBe(403);
  expect((await member.get('/dashboard')).html).not.toContain(AUDIT);
});
