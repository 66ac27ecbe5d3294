import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { withClock } from '../../src/storage/database-clock.ts';
import type { SqlDatabase } from '../../src/storage/sql-database.ts';
import { createLedger, type Ledger } from '../../src/teams/usage/ledger.ts';
import type { LedgerBatch } from '../../src/teams/usage/ledger-store.ts';
import { createSqlLedger } from '../../src/teams/usage/sql-ledger.ts';
import type { UsageRecord } from '../../src/teams/usage/usage-record.ts';
import { createApp } from '../../worker/app/app.ts';
import { createTeamArtifacts, type TeamArtifacts } from '../../worker/artifacts/team-artifacts.ts';
import { expiringWith } from '../../worker/ledger/expiring-with.ts';
import { EVERY_DATABASE, openMigrated } from '../support/databases.ts';
import { until } from '../support/until.ts';

const ADMIN = 'the-administrators-secret-of-32-characters';
const NOON = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;
const TEXT = Array.from({ length: 3_000 }, (_, i) => `const retryDelay${i} = ${i};`).join('\n');

for (const make of EVERY_DATABASE) {
  const databases = make();

  describe(`what artifacts cost, ${databases.name}`, () => {
    let database: SqlDatabase;
    let artifacts: TeamArtifacts;
    let ledger: Ledger;
    let written: UsageRecord[];
    let app: ReturnType<typeof createApp>;
    let clock: number;
    let team: string;
    afterAll(() => databases.dispose());
    beforeEach(async () => {
      clock = NOON;
      const now = (): number => clock;
      database = await openMigrated(databases);
      artifacts = createTeamArtifacts(withClock(database, now));
      const stored = createSqlLedger(withClock(database, now));
      written = [];
      const write = async (batch: LedgerBatch): Promise<void> => {
        await stored.write(batch);
        written.push(...batch.records);
      };
      ledger = createLedger({ store: expiringWith({ ...stored, write }, async () => true, artifacts.sweep), now });
      app = createApp({ database, artifacts, ledger, adminKey: ADMIN, clock: now });
      team = (await post('/v1/teams', ADMIN, { name: 'Blue' })).id;
    });

    async function post(path: string, key: string, body: object) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
      return (await app.request(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    }
    const keyOf = async (...scopes: readonly string[]): Promise<string> =>
      (await post('/v1/keys', ADMIN, { team: 'Blue', name: 'Ada', scopes })).key;
    const call = async (key: string, name: string, args: object) =>
      (await post('/mcp', key, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }))
        .result.structuredContent;
    const lines = async () => {
      await ledger.flush();
      return written;
    };

    test('each call is a line: what was fetched back takes from what was saved', async () => {
      const key = await keyOf('prune', 'artifacts');
      const cut = await call(key, 'prune_text', { text: TEXT, context_focus_question: 'retry delay' });
      const ref = cut.artifactRef;
      const page = await call(key, 'artifact', { ref, end_line: 20 });
      expect(page.content.trimEnd().split('\n')).toHaveLength(20);
      await call(key, 'artifact', { ref, context_focus_question: 'retryDelay2999' });
      await call(key, 'artifact', { ref: `ax://prune_text/${'0'.repeat(32)}` });
      await call(key, 'artifact', { ref, pattern: '(' });
      const [pruned, fetched, asked, ...failed] = await lines();
      expect(pruned).toMatchObject({ tool: 'prune_text', engine: 'embedded', tokensOut: cut.tokens_out });
      expect(pruned?.tokensIn).toBeGreaterThan(5 * Number(pruned?.tokensOut));
      expect(fetched).toMatchObject({ tool: 'artifact', engine: null, outcome: 'ok', tokensIn: 0 });
      expect(fetched?.tokensOut).toBeGreaterThan(50);
      expect(asked).toMatchObject({ tool: 'artifact', engine: 'embedded', tokensIn: 0 });
      expect(asked?.bytesIn).toBeGreaterThan(TEXT.length);
      expect(failed.map(({ tool, outcome }) => [tool, outcome])).toEqual([
        ['artifact', 'not_found'],
        ['artifact', 'invalid_request'],
      ]);
      expect(JSON.stringify(await lines())).not.toContain('retry');
    });

    test('a question is not answered beyond the month’s quota or without scope prune; what is kept is read all the same', async () => {
      const key = await keyOf('prune', 'artifacts');
      const { ref } = await artifacts.of(team).put({ domain: 'test', mimeType: 'text/plain', body: TEXT });
      const ask = (by: string) => call(by, 'artifact', { ref, context_focus_question: 'retryDelay2999' });
      expect((await ask(key)).notice).toBeUndefined();
      expect((await ask(await keyOf('artifacts'))).notice).toContain('there is no pruner');
      await ledger.flush();
      const init = {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN}` },
        body: JSON.stringify({ monthly_quota_bytes: TEXT.length + 5_000 }),
      };
      expect((await app.request(`/v1/teams/${team}`, init)).status).toBe(200);
      const refused = await ask(key);
      expect(refused).toMatchObject({ success: true, notice: expect.stringContaining('the pruner failed') });
      expect(refused.content.startsWith('const retryDelay0')).toBe(true);
      expect((await lines()).at(-1)?.bytesIn).toBeLessThan(1_000);
    });

    test('what has expired is out of the database within an hour of use, whosever it was', async () => {
      const key = await keyOf('prune', 'artifacts');
      const counted = async (): Promise<unknown> =>
        (
          await database.query(
            'SELECT (SELECT count(*) FROM artifacts) AS a, (SELECT count(*) FROM artifact_chunks) AS c',
          )
        ).rows[0];
      for (const of of [team, 'another']) {
        await artifacts.of(of).put({ domain: 'test', mimeType: 'text/plain', body: 'a body' });
      }
      await call(key, 'prune_text', { text: 'small', context_focus_question: 'what' });
      await ledger.flush();
      expect(await counted()).toEqual({ a: 2, c: 2 });
      expect(await artifacts.usage()).toEqual(
        [team, 'another'].sort().map((one) => {
          return { team: one, artifacts: 1, bytes: 6, maxBytes: 100 * 1024 * 1024, ttlMs: 7 * DAY };
        }),
      );
      clock += 7 * DAY;
      expect(await artifacts.usage()).toEqual([]);
      await call(key, 'prune_text', { text: 'small', context_focus_question: 'what' });
      await ledger.flush();
      // The expiry may still run when the ledger is written.
      await until(async () => (JSON.stringify(await counted()) === '{"a":0,"c":0}' ? true : undefined));
    });
  });
}
