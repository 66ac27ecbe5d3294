import { Hono } from 'hono';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Directory } from '../../../../src/teams/keys/directory.ts';
import type { Principal } from '../../../../src/teams/keys/principal.ts';
import type { UsageQuery, UsageRow } from '../../../../src/teams/usage/ledger-query.ts';
import type { LedgerStore } from '../../../../src/teams/usage/ledger-store.ts';
import type { WorkerContext } from '../../../../worker/http/worker-context.ts';
import { usageOperation } from '../../../../worker/routes/docs/operations.ts';
import { usageAnswer } from '../../../../worker/routes/usage/usage-answer.ts';
import { usageRoutes } from '../../../../worker/routes/usage/usage-routes.ts';
import { DAY, HOUR, MORNING } from '../../../contract/usage-records.ts';
import { keyOf, LOCAL, ROOT } from './principals.ts';

const SUMS = {
  requests: 2,
  failures: 1,
  cacheHits: 1,
  cacheMisses: 1,
  cacheJoined: 0,
  bytesIn: 10,
  tokensIn: 20,
  tokensOut: 35,
  tokensSaved: -15,
  durationMs: 1.5,
};

interface Asked {
  readonly answer: Response;
  readonly queries: readonly UsageQuery[];
}

async function ask(
  query: string,
  principal: Principal = ROOT,
  rows: readonly Partial<UsageRow>[] = [{}],
  headers: Record<string, string> = {},
): Promise<Asked> {
  const queries: UsageQuery[] = [];
  const store = {
    usage: async (asked: UsageQuery) => {
      queries.push(asked);
      return rows.map((row) => ({ ...SUMS, ...row }));
    },
  } as unknown as LedgerStore;
  const directory = {
    findTeam: async (asked: string) =>
      [
        { id: 'team-a', name: 'Platform' },
        { id: 'team-b', name: 'Apps' },
      ].find(({ id, name }) => asked === id || asked === name),
  } as unknown as Directory;
  const app = new Hono<WorkerContext>();
  app.use(async (c, next) => {
    c.set('requestId', 'id-1');
    c.set('principal', principal);
    await next();
  });
  const admit = () => (_: unknown, next: () => Promise<void>) => next();
  app.route('/v1/usage', usageRoutes({ admit, directory, store, clock: () => MORNING }));
  return { answer: await app.request(`/v1/usage${query}`, { headers }), queries };
}

const scopeOf = ({ queries }: Asked): unknown => queries[0]?.scope;

test('the administrator asks for all teams or any', async () => {
  expect(scopeOf(await ask(''))).toEqual({ kind: 'all' });
  expect(scopeOf(await ask('?team=all'))).toEqual({ kind: 'all' });
  expect(scopeOf(await ask('?team=team-b'))).toEqual({ kind: 'team', team: 'team-b' });
  expect(scopeOf(await ask('?team=Apps'))).toEqual({ kind: 'team', team: 'team-b' });
  expect(scopeOf(await ask('?team=local'))).toEqual({ kind: 'team', team: 'local' });
  expect(scopeOf(await ask('?team=root'))).toEqual({ kind: 'team', team: 'root' });
  expect((await ask('?team=nobody')).answer.status).toBe(404);
});

test('a key with scope admin sees its team, another its own rows, a keyless worker its own', async () => {
  const own = { kind: 'owner', team: 'team-a', owner: 'key-1' };
  expect(scopeOf(await ask('', keyOf('admin')))).toEqual({ kind: 'team', team: 'team-a' });
  expect(scopeOf(await ask('?team=Platform', keyOf('admin')))).toEqual({ kind: 'team', team: 'team-a' });
  expect(scopeOf(await ask('', keyOf('prune')))).toEqual(own);
  expect(scopeOf(await ask('?team=team-a', keyOf('prune')))).toEqual(own);
  expect(scopeOf(await ask('', LOCAL))).toEqual({ kind: 'team', team: 'local' });
});

test.each(['team-b', 'Apps', 'all', 'nobody', 'local', 'root', ''])(
  'a key that asks for team "%s" is refused',
  async (team) => {
    for (const principal of [keyOf('admin'), keyOf('prune')]) {
      const { answer, queries } = await ask(`?team=${team}`, principal);
      expect([answer.status, await answer.json()]).toEqual([403, { detail: 'Forbidden', request_id: 'id-1' }]);
      expect(queries).toEqual([]);
    }
  },
);

test('without a range it is the last seven days, by day', async () => {
  const { queries } = await ask('');
  const to = Math.ceil(MORNING / DAY) * DAY;
  expect(queries[0]).toMatchObject({ from: to - 7 * DAY, to, period: 'day', groupBy: ['time'] });
});

test('a range is widened to whole periods', async () => {
  const { answer, queries } = await ask('?from=2026-11-20T08:15:00Z&to=2026-11-20T12:30:00%2B02:00&period=hour');
  const from = Date.UTC(2026, 10, 20, 8);
  expect(queries[0]).toMatchObject({ from, to: from + 3 * HOUR, period: 'hour' });
  expect(await answer.json()).toMatchObject({ from: '2026-11-20T08:00:00.000Z', to: '2026-11-20T11:00:00.000Z' });
  const dates = await ask('?from=2026-11-19&to=2026-11-20');
  expect(dates.queries[0]).toMatchObject({ from: Date.UTC(2026, 10, 19), to: Date.UTC(2026, 10, 20) });
});

test.each([
  ['from=yesterday', 'from', 'Input should be an ISO 8601 time with an offset or Z, or a date'],
  ['to=2026-13-01', 'to', 'Input should be an ISO 8601 time with an offset or Z, or a date'],
  ['from=2026-11-21&to=2026-11-20', 'from', 'Input should be before "to"'],
  ['period=week', 'period', "Input should be 'hour' or 'day'"],
  [
    'group_by=secret',
    'group_by',
    expect.stringContaining('Input should be comma-separated names out of time, team, key'),
  ],
  ['group_by=', 'group_by', expect.stringContaining('comma-separated')],
  ['format=xml', 'format', "Input should be 'json' or 'csv'"],
])('?%s is 422 and says where', async (query, name, msg) => {
  const { answer, queries } = await ask(`?${query}`);
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ detail: [{ loc: ['query', name], msg }], request_id: 'id-1' });
  expect(queries).toEqual([]);
});

test('the answer is what its schema says, negative savings included', async () => {
  const row = { start: 0, key: 'k', keyName: 'Ada', engine: null, cache: 'hit' };
  const { answer } = await ask('?group_by=time,key,engine,cache', ROOT, [row]);
  const body = await answer.json();
  expect(usageAnswer.parse(body)).toEqual(body);
  expect(body).toMatchObject({
    team: 'all',
    group_by: ['time', 'key', 'engine', 'cache'],
    rows: [{ time: '1970-01-01T00:00:00.000Z', key: 'k', key_name: 'Ada', engine: null, tokens_saved: -15 }],
  });
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('CSV is asked for by format or by Accept', async () => {
  const type = async (query: string, headers: Record<string, string>): Promise<string | null | undefined> =>
    (await ask(query, ROOT, [], headers)).answer.headers.get('content-type')?.split(';')[0];
  expect(await type('', {})).toBe('application/json');
  expect(await type('', { accept: '*/*' })).toBe('application/json');
  expect(await type('', { accept: 'text/csv' })).toBe('text/csv');
  expect(await type('', { accept: 'text/html, text/csv;q=0.9, application/json;q=0.5' })).toBe('text/csv');
  expect(await type('?format=csv', { accept: 'application/json' })).toBe('text/csv');
  expect(await type('?format=json', { accept: 'text/csv' })).toBe('application/json');
});

test('CSV has the group’s columns first, quotes what must be, and disarms formulas', async () => {
  const names = ['=HYPERLINK("http://x","y")', '+1', '-1', '@x', '\tx', 'plain, "quoted"', 'two\nlines', 'Ada', ''];
  const { answer } = await ask(
    '?group_by=key&format=csv',
    ROOT,
    names.map((keyName, i) => ({ key: `k${i}`, keyName })),
  );
  const sums = '2,1,1,1,0,10,20,35,-15,1.5';
  expect(await answer.text()).toBe(
    [
      'key,key_name,requests,failures,cache_hits,cache_misses,cache_joined,bytes_in,tokens_in,tokens_out,tokens_saved,duration_ms',
      `k0,"'=HYPERLINK(""http://x"",""y"")",${sums}`,
      `k1,'+1,${sums}`,
      `k2,'-1,${sums}`,
      `k3,'@x,${sums}`,
      `k4,'\tx,${sums}`,
      `k5,"plain, ""quoted""",${sums}`,
      `k6,"two\nlines",${sums}`,
      `k7,Ada,${sums}`,
      `k8,,${sums}`,
      '',
    ].join('\r\n'),
  );
});

test('an answer of too many rows is refused, not cut', async () => {
  const rows = Array.from({ length: 10_001 }, () => ({}));
  const { answer, queries } = await ask('', ROOT, rows);
  expect(queries[0]?.limit).toBe(10_001);
  expect([answer.status, await answer.json()]).toEqual([
    422,
    expect.objectContaining({ detail: [expect.objectContaining({ loc: ['query', 'from'] })] }),
  ]);
});

test('the documented schemas can be written as JSON schema', () => {
  expect(z.toJSONSchema(usageOperation.query as z.ZodObject, { io: 'input' })).toMatchObject({
    properties: { group_by: { type: 'string', default: 'time' }, period: { enum: ['hour', 'day'] } },
  });
  expect(z.toJSONSchema(usageAnswer)).toMatchObject({ required: ['from', 'to', 'period', 'group_by', 'team', 'rows'] });
});
