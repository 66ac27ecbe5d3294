import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorkerClient, type WorkerClient } from '../../worker/client.ts';
import { until } from '../support/until.ts';
import { expectInvariants, type WireResult } from '../worker/routes/mcp/invariants.ts';
import { eachRuntime } from './each-runtime.ts';
import type { Started } from './started.ts';

const TIMEOUT = 120_000;
const ADMIN = 'the-administrators-secret-of-32-characters';
const QUESTION = 'where is the retry delay';
/** A fake secret in a known format. */
const SECRET = `ghp_${'a1B2'.repeat(9)}`;

/** A text in which far more lines answer than fit. */
const textOf = (team: string): string =>
  Array.from({ length: 1_500 }, (_, i) =>
    i % 3 === 0 ? `const retryDelay${i} = '${team}';` : `export const setting${i} = ${i};`,
  ).join('\n');

interface Answer {
  readonly status: number;
  readonly result: WireResult & { resources?: { uri: string }[]; nextCursor?: string; contents?: { text: string }[] };
  readonly error: { readonly code: number };
}

for (const runtime of eachRuntime()) {
  describe(`artifacts of teams on ${runtime.name}`, () => {
    let server: Started;
    let admin: WorkerClient;
    const ids: Record<string, string> = {};
    const refs: Record<string, string> = {};
    const keys: Record<string, { readonly id: string; readonly key: string }> = {};

    async function keyOf(team: string, scopes: readonly ('prune' | 'artifacts' | 'admin')[]) {
      const made = await admin.v1.keys.$post({ json: { team, name: 'Ada', scopes: [...scopes] } });
      if (!made.ok) throw new Error(`no key: ${made.status}`);
      return made.json();
    }
    async function ask(key: string | undefined, method: string, params: object = {}): Promise<Answer> {
      const answer = await server.door('/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      return { status: answer.status, ...((await answer.json()) as Omit<Answer, 'status'>) };
    }
    async function call(key: string | undefined, name: string, args: object): Promise<WireResult> {
      const { result } = await ask(key, 'tools/call', { name, arguments: args });
      expectInvariants(result);
      return result;
    }
    const prune = (key: string | undefined, text: string) =>
      call(key, 'prune_text', { text, context_focus_question: QUESTION });

    beforeAll(async () => {
      server = await runtime.start({ PRUNER_ADMIN_KEY: ADMIN, PRUNER_RATE_PER_MINUTE: '0', ARTIFACT_REDACT: 'on' });
      admin = createWorkerClient(server.url, { key: ADMIN });
      // An artifact of a team that does not return.
      const gone = "'gone', 'test', 'id', 'ax://test/id', 'gone/body', 'text/plain', 4, 1, 2, 1";
      await runtime.sql(server, `INSERT INTO artifacts VALUES (${gone})`);
      await runtime.sql(server, "INSERT INTO artifact_chunks VALUES ('gone/body', 0, x'61626364')");
      for (const team of ['blue', 'red']) {
        const made = await admin.v1.teams.$post({ json: { name: team } });
        if (!made.ok) throw new Error('no team');
        ids[team] = (await made.json()).id;
        keys[team] = await keyOf(team, ['prune', 'artifacts']);
        const { structuredContent } = await prune(keys[team].key, textOf(team));
        refs[team] = String(structuredContent['artifactRef']);
      }
    }, TIMEOUT);
    afterAll(async () => {
      expect(await server.stop()).toBe(0);
      await runtime.dispose();
    });

    test(
      'each team reads its own, and not a byte of another’s: by tool, by resources, by cursors',
      async () => {
        for (const [own, other] of [
          ['blue', 'red'],
          ['red', 'blue'],
        ] as const) {
          const key = keys[own]?.key;
          expect((await ask(key, 'resources/read', { uri: refs[own] })).result.contents?.[0]?.text).toBe(textOf(own));
          const first = await call(key, 'artifact', { ref: refs[own] });
          expect(String(first.structuredContent['content']).startsWith("const retryDelay0 = '")).toBe(true);
          const { result } = await ask(key, 'resources/list');
          expect(result.resources?.map(({ uri }) => uri)).toEqual([refs[own]]);

          const foreign = await ask(key, 'resources/read', { uri: refs[other] });
          const never = await ask(key, 'resources/read', { uri: `ax://prune_text/${'0'.repeat(32)}` });
          expect([foreign.error.code, never.error.code]).toEqual([-32002, -32002]);
          const guesses = [
            refs[other],
            `ax://${ids[other]}/${refs[other]?.slice(-32)}`,
            `ax://prune_text/../${ids[other]}/${refs[other]?.slice(-32)}`,
            `${ids[other]}/${refs[other]?.slice(-32)}`,
          ];
          for (const ref of guesses) {
            const { isError, structuredContent } = await call(key, 'artifact', { ref, pattern: 'retryDelay' });
            expect(isError).toBe(true);
            expect(['ARTIFACT_NOT_FOUND', 'INVALID_REF']).toContain(structuredContent['code']);
          }
          const cursor = first.structuredContent['nextCursor'];
          expect(cursor).toEqual(expect.any(String));
          const stolen = await call(keys[other]?.key, 'artifact', { ref: refs[own], cursor });
          expect(stolen.structuredContent).toMatchObject({ success: false, code: 'ARTIFACT_NOT_FOUND' });
          const swapped = await call(keys[other]?.key, 'artifact', { ref: refs[other], cursor });
          expect(JSON.stringify(swapped)).not.toContain(`'${own}'`);
        }
      },
      TIMEOUT,
    );

    test(
      'the pages of a list go on in one’s own list, whoever’s cursor it is',
      async () => {
        const list = async (team: string, cursor?: string) =>
          (await ask(keys[team]?.key, 'resources/list', cursor === undefined ? {} : { cursor })).result;
        for (let i = 0; i < 35; i++) await prune(keys['blue']?.key, textOf(`blue ${i}`));
        const first = await list('blue');
        expect(first.resources).toHaveLength(30);
        const second = await list('blue', first.nextCursor);
        expect(second.nextCursor).toBeUndefined();
        const all = [...(first.resources ?? []), ...(second.resources ?? [])].map(({ uri }) => uri);
        expect([all.length, new Set(all).size]).toEqual([36, 36]);
        const red = await list('red', first.nextCursor);
        expect(red.resources?.filter(({ uri }) => uri !== refs['red'])).toEqual([]);
      },
      TIMEOUT,
    );

    test(
      'many requests of both teams at once: each gets its own',
      async () => {
        const one = async (team: string, i: number): Promise<boolean> => {
          const text = textOf(`${team} at once ${i}`);
          const { structuredContent } = await prune(keys[team]?.key, text);
          const { result } = await ask(keys[team]?.key, 'resources/read', { uri: structuredContent['artifactRef'] });
          return result.contents?.[0]?.text === text;
        };
        const asked = Array.from({ length: 24 }, (_, i) => one(i % 2 === 0 ? 'blue' : 'red', i));
        expect(await Promise.all(asked)).toEqual(asked.map(() => true));
      },
      TIMEOUT,
    );

    test(
      'the same text of two teams is two artifacts: one that is gone does not take the other with it',
      async () => {
        const text = textOf('both');
        const [blue, red] = [await prune(keys['blue']?.key, text), await prune(keys['red']?.key, text)].map(
          ({ structuredContent }) => structuredContent['artifactRef'],
        );
        expect(blue).toBe(red);
        await runtime.sql(server, `DELETE FROM artifacts WHERE scope = '${ids['blue']}' AND ref = '${blue}'`);
        expect((await ask(keys['blue']?.key, 'resources/read', { uri: blue })).error.code).toBe(-32002);
        expect((await ask(keys['red']?.key, 'resources/read', { uri: red })).result.contents?.[0]?.text).toBe(text);
      },
      TIMEOUT,
    );

    test(
      'what lies in storage is without secrets where that is asked for',
      async () => {
        const { structuredContent } = await prune(keys['red']?.key, `token = '${SECRET}'\n${textOf('red')}`);
        const { result } = await ask(keys['red']?.key, 'resources/read', { uri: structuredContent['artifactRef'] });
        const [line, ...rest] = result.contents?.[0]?.text.split('\n') ?? [];
        expect(line).toBe("token = '[redacted:github-token]'");
        expect(rest.join('\n')).toBe(textOf('red'));
      },
      TIMEOUT,
    );

    test(
      'a key without the scope neither keeps nor reads, and a revoked one does nothing',
      async () => {
        const { key } = await keyOf('blue', ['prune']);
        const { structuredContent } = await prune(key, textOf('nobody'));
        expect(structuredContent).toMatchObject({ truncated: true, rest: 'not kept' });
        expect(JSON.stringify(structuredContent)).not.toContain('ax:');
        expect((await ask(key, 'resources/read', { uri: refs['blue'] })).error.code).toBe(-32601);
        const params = { name: 'artifact', arguments: { ref: refs['blue'] } };
        expect((await ask(key, 'tools/call', params)).error.code).toBe(-32602);

        const reader = await keyOf('blue', ['artifacts']);
        expect((await call(reader.key, 'artifact', params.arguments)).structuredContent['success']).toBe(true);
        await admin.v1.keys[':id'].$delete({ param: { id: reader.id } });
        expect((await ask(reader.key, 'tools/call', params)).status).toBe(401);
        expect((await ask(reader.key, 'resources/read', { uri: refs['blue'] })).status).toBe(401);
      },
      TIMEOUT,
    );

    test(
      'what has expired is removed with the next writing of the ledger, whoever’s it was',
      async () => {
        await ask(keys['red']?.key, 'tools/call', {
          name: 'prune_text',
          arguments: { text: 'small', context_focus_question: QUESTION },
        });
        const left = `SELECT (SELECT count(*) FROM artifacts WHERE scope = 'gone')
          + (SELECT count(*) FROM artifact_uploads WHERE body = 'gone/body')
          + (SELECT count(*) FROM artifact_chunks WHERE body = 'gone/body') AS n`.replaceAll('\n', ' ');
        await until(async () => ((await runtime.sql(server, left))[0]?.['n'] === 0 ? true : undefined));
      },
      TIMEOUT,
    );

    test(
      'a read, and a question to an artifact, stand in the ledger; storage use in the metrics',
      async () => {
        const asked = { ref: refs['red'], context_focus_question: QUESTION };
        expect((await call(keys['red']?.key, 'artifact', asked)).structuredContent['content']).toContain('retryDelay');
        const rows = await until(async () => {
          const answer = await admin.v1.usage.$get({ query: { group_by: 'tool', team: ids['red'] as string } });
          const { rows } = answer.ok ? await answer.json() : { rows: [] };
          const own = rows.find(({ tool }) => tool === 'artifact');
          return own !== undefined && own.bytes_in > textOf('red').length ? rows : undefined;
        });
        expect(rows.find(({ tool }) => tool === 'artifact')?.tokens_in).toBe(0);
        const { key } = await keyOf('red', ['admin']);
        const metrics = await server.door('/metrics', { headers: { authorization: `Bearer ${key}` } });
        const gauges = (await metrics.text()).split('\n').filter((line) => line.startsWith('mcp_pruner_artifacts'));
        expect(gauges).toHaveLength(4);
        expect(gauges[0]).toMatch(new RegExp(`^mcp_pruner_artifacts\\{team="${ids['red']}"\\} \\d+$`));
      },
      TIMEOUT,
    );

    test(
      'bodies lie in R2 where there is a bucket, else in the database',
      async () => {
        const [chunks] = await runtime.sql(server, 'SELECT count(*) AS n FROM artifact_chunks');
        expect(Number(chunks?.['n']) > 0).toBe(runtime.name !== 'workerd');
      },
      TIMEOUT,
    );

    test('the log tells of sizes and references, and of no text', () => {
      expect(server.log()).toContain('"event":"response.shaped"');
      expect(server.log()).toContain(`"artifact":"${refs['blue']}"`);
      expect(server.log()).not.toContain('retryDelay');
      expect(server.log()).not.toContain(SECRET);
    });
  });
}
