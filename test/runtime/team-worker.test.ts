import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorkerClient, type WorkerClient } from '../../worker/client.ts';
import { until } from '../support/until.ts';
import { startUpstream, type Upstream, type UpstreamMood } from '../support/upstream.ts';
import { eachRuntime } from './each-runtime.ts';
import type { Started } from './started.ts';

const TIMEOUT = 120_000;
const ADMIN = 'the-administrators-secret-of-32-characters';
const UPSTREAM_KEY = 'the-upstreams-own-key';
const TEAMS = ['Blue', 'Red'] as const;
type Team = (typeof TEAMS)[number];

const textOf = (team: string, i: number): string =>
  Array.from({ length: 60 }, (_, line) =>
    line === 30 ? `export function retryDelayOf${team}${i}() { return ${i}; }` : `const unrelated${line} = ${line};`,
  ).join('\n');

for (const runtime of eachRuntime()) {
  describe(`a team's worker on ${runtime.name}`, () => {
    let upstream: Upstream;
    let server: Started;
    let admin: WorkerClient;
    const keys = {} as Record<Team, string>;
    const ids = {} as Record<Team, string>;

    beforeAll(async () => {
      upstream = await startUpstream();
      server = await runtime.start({
        PRUNER_ADMIN_KEY: ADMIN,
        PRUNER_ENGINE: 'auto',
        PRUNER_UPSTREAM_URL: upstream.url,
        PRUNER_UPSTREAM_KEY: UPSTREAM_KEY,
        // Longer than any answer takes here. test/core/remote-pruner tests an upstream that hangs, with injected
        // timers.
        PRUNER_UPSTREAM_TIMEOUT_MS: '300000',
        PRUNER_RATE_PER_MINUTE: '0',
      });
      admin = createWorkerClient(server.url, { key: ADMIN });
      for (const team of TEAMS) {
        const made = await admin.v1.teams.$post({ json: { name: team } });
        const key = await admin.v1.keys.$post({ json: { team, name: `${team}'s agent`, scopes: ['prune'] } });
        if (!made.ok || !key.ok) throw new Error('no team or key');
        ids[team] = (await made.json()).id;
        keys[team] = (await key.json()).key;
      }
    }, TIMEOUT);
    afterAll(async () => {
      expect(await server.stop()).toBe(0);
      await upstream.close();
      await runtime.dispose();
    });

    async function post(team: Team, body: object, path = '/prune') {
      const answer = await server.door(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${keys[team]}` },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      return { status: answer.status, text, body: answer.ok && path === '/prune' ? JSON.parse(text) : undefined };
    }
    const ask = (team: Team, i: number) =>
      post(team, { query: `where is retryDelayOf${team}${i}`, code: textOf(team, i) });

    test(
      'the request shapes of the known clients, answered by the upstream',
      async () => {
        const code = textOf('Blue', 0);
        const query = 'where is retryDelayOfBlue0';
        const shapes: [string, object][] = [
          ['mini-swe-agent', { query, code, threshold: 0.5, always_keep_first_frags: false, chunk_overlap_tokens: 50 }],
          ['OpenHands', { query, code, threshold: '0.5' }],
          ['Claude SDK demo', { query, code, aggregate_method: 'line' }],
          ['Codex skill', { query, code, language: 'typescript' }],
          ['Volt', { query, code, threshold: 0.4 }],
          ['Tokenwise', { query, code }],
        ];
        for (const [client, shape] of shapes) {
          const { status, body } = await post('Blue', shape);
          expect([client, status]).toEqual([client, 200]);
          expect(body).toMatchObject({ engine: 'remote', fallback_reason: null, error_msg: null, kept_frags: [31] });
          expect(body.pruned_code).toBe(`(filtered 30 lines)\n${code.split('\n')[30]}\n(filtered 29 lines)`);
          expect(body.left_token_cnt).toBeLessThan(body.origin_token_cnt);
        }
        const pi = await post('Blue', {
          goal: query,
          documents: [{ id: '1', text: code }],
          options: { threshold: 0.5 },
        });
        expect(pi.body).toMatchObject({ ok: true, documents: [{ id: '1' }] });
        const pro = await post('Blue', {
          history: [query],
          tool_call: { name: 'read' },
          tool_response: code,
          threshold: 0.5,
        });
        expect(pro.body).toMatchObject({ error_msg: null, kept_line_count: 1 });
        expect(upstream.seen.keys).toEqual(new Set([`Bearer ${UPSTREAM_KEY}`]));
      },
      TIMEOUT,
    );

    test(
      'an answer is remembered for its team alone',
      async () => {
        const asked = async (team: Team): Promise<number> => {
          const before = upstream.seen.requests;
          expect((await post(team, { query: 'where is unrelated7', code: textOf('Shared', 1) })).status).toBe(200);
          return upstream.seen.requests - before;
        };
        expect([await asked('Blue'), await asked('Blue'), await asked('Red'), await asked('Red')]).toEqual([
          1, 0, 1, 0,
        ]);
      },
      TIMEOUT,
    );

    test(
      'upstream and database break under load, and no answer is lost',
      async () => {
        const broken = ['ALTER TABLE keys RENAME TO keys_gone', 'ALTER TABLE usage RENAME TO usage_gone'];
        const mended = ['ALTER TABLE keys_gone RENAME TO keys', 'ALTER TABLE usage_gone RENAME TO usage'];
        const moods: UpstreamMood[] = ['garbage', 'error', 'cut', 'redirect', 'endless', 'invented', 'well'];
        let next = 10_000;
        let running = true;
        let lost = 0;
        const reasons = new Set<string | null>();
        const load = TEAMS.flatMap((team) =>
          Array.from({ length: 3 }, async () => {
            while (running) {
              const i = next++;
              const { status, body } = await ask(team, i);
              const right = status === 200 && body.pruned_code.includes(`retryDelayOf${team}${i}`);
              if (!right) lost++;
              else reasons.add(body.fallback_reason);
            }
          }),
        );
        const rounds = async (count: number): Promise<void> => {
          const until = next + count;
          while (next < until) expect((await server.door('/health')).status).toBe(200);
        };
        await rounds(20);
        for (const mood of moods) {
          upstream.mood = mood;
          await rounds(20);
        }
        for (const statement of broken) await runtime.sql(server, statement);
        await rounds(60);
        const stranger = await server.door('/prune', {
          method: 'POST',
          headers: { authorization: `Bearer mcpp_${'0'.repeat(16)}_${'0'.repeat(48)}` },
        });
        expect(stranger.status).toBe(503);
        for (const statement of mended) await runtime.sql(server, statement);
        await rounds(20);
        running = false;
        await Promise.all(load);
        expect(lost).toBe(0);
        expect(reasons.size).toBeGreaterThan(1);
        expect(server.log()).not.toContain(UPSTREAM_KEY);
      },
      TIMEOUT,
    );

    test(
      'the ledger tells what each team used, and to each its own',
      async () => {
        const usageOf = async (key: string, team?: string) => {
          const query = { group_by: 'key', ...(team !== undefined && { team }) };
          const answer = await createWorkerClient(server.url, { key }).v1.usage.$get({ query });
          return { status: answer.status, rows: answer.ok ? (await answer.json()).rows : [] };
        };
        // The ledger writes the requests of a second in one batch.
        const all = await until(async () => {
          const { rows } = await usageOf(ADMIN);
          return rows.length === 2 && rows.every(({ requests }) => requests > 10) ? rows : undefined;
        });
        expect(all.map(({ key_name }) => key_name).sort()).toEqual(TEAMS.map((team) => `${team}'s agent`));
        for (const team of TEAMS) {
          const { rows } = await usageOf(keys[team]);
          expect(rows).toMatchObject([{ key_name: `${team}'s agent` }]);
          expect(rows[0]?.tokens_saved).toBeGreaterThan(0);
        }
        expect((await usageOf(keys.Blue, ids.Red)).status).toBe(403);
        const metrics = await server.door('/metrics', { headers: { authorization: `Bearer ${ADMIN}` } });
        expect(await metrics.text()).toMatch(/^mcp_pruner_ledger_written_total \d+/m);
      },
      TIMEOUT,
    );
  });
}
