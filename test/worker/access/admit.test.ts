import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { requestFailure } from '../../../src/prune-api/request-failure.ts';
import { type CounterSwitch, createCounterSwitch } from '../../../src/teams/counters/shared-counters.ts';
import type { Principal } from '../../../src/teams/keys/principal.ts';
import { SCOPES, type Scope } from '../../../src/teams/keys/scope.ts';
import type { RateAnswer } from '../../../src/teams/keys/token-buckets.ts';
import { createAdmit, overQuota } from '../../../worker/access/admit.ts';
import type { WorkerContext } from '../../../worker/http/worker-context.ts';

const LIMIT = 1000;
const NOVEMBER_30 = Date.UTC(2026, 10, 30, 23, 59, 50);
const principal = (used: number | null, scopes: readonly Scope[] = SCOPES): Principal => ({
  ...{
    kind: 'key',
    team: 'blue',
    key: 'ada',
    owner: 'ada',
    scopes: new Set(scopes),
    maxBodyBytes: null,
    ratePerMinute: null,
  },
  quota: used === null ? null : { limit: LIMIT, used },
});

const OWN = createCounterSwitch({ counters: undefined, now: () => 0, onChange: () => {} });

/** Counters that nobody reaches. */
const away = () =>
  createCounterSwitch({
    counters: { take: unreachable, reserve: unreachable, close: () => {} },
    now: () => 0,
    onChange: () => {},
  });
const unreachable = (): Promise<never> => Promise.reject(new Error('unreachable'));

interface BenchOptions {
  readonly who?: Principal | 'nobody';
  readonly scope?: Scope | undefined;
  readonly rate?: RateAnswer;
  readonly pending?: number;
  readonly counters?: CounterSwitch;
  readonly workers?: number;
}

/** Lasts until all requests that came at once were judged. */
const loopTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function bench(options: BenchOptions = {}) {
  const {
    who = principal(0),
    scope = 'prune',
    rate = { ok: true },
    pending = 0,
    counters = OWN,
    workers = 1,
  } = options;
  const ledger = { pending, recorded: 0 };
  const admit = createAdmit({
    gate: async () => (who === 'nobody' ? requestFailure('unauthorized', 'Unauthorized') : who),
    limiter: () => rate,
    ledger: { pendingBytes: () => ledger.pending, recordedBytes: () => ledger.recorded, isBehind: () => false },
    clock: () => NOVEMBER_30,
    counters,
    workers: () => workers,
  });
  let inside: { readonly entered: () => void; readonly left: Promise<void> } | undefined;
  const seen: { team?: string; key?: string; quota?: Principal['quota'] }[] = [];
  const app = new Hono<WorkerContext>();
  app.use(async (c, next) => {
    await next();
    const known: Principal | undefined = c.get('principal');
    seen.push(known === undefined ? {} : { team: known.team, key: known.key, quota: known.quota });
  });
  app.post('/', admit(scope === ('any' as Scope) ? undefined : scope), async (c) => {
    inside?.entered();
    await inside?.left;
    const size = Number(c.req.header('x-arrives'));
    const refused = Number.isNaN(size) ? undefined : await c.get('chargeQuota')?.(size);
    const charge = Number(c.req.header('x-charge'));
    const charged = Number.isNaN(charge) ? undefined : await c.get('charge')?.(charge);
    if (c.req.header('x-hold') !== undefined) await loopTurn();
    return c.json({ refused: refused?.code ?? null, charged: charged ?? null });
  });
  const send = (headers: Record<string, number | string>) =>
    app.request('/', {
      method: 'POST',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    });
  return {
    send,
    seen,
    ledger,
    async status(headers: Record<string, number | string> = {}): Promise<number> {
      return (await send(headers)).status;
    },
    async said(headers: Record<string, number | string> = {}): Promise<unknown> {
      return (await send(headers)).json();
    },
    /** Sends a request that stays inside. Resolves to a function that lets it leave. */
    async stay(headers: Record<string, number | string>): Promise<() => Promise<unknown>> {
      let leave = (): void => {};
      const left = new Promise<void>((resolve) => {
        leave = resolve;
      });
      let answer: Promise<Response> | undefined;
      await new Promise<void>((entered) => {
        inside = { entered, left };
        answer = Promise.resolve(send(headers));
      });
      inside = undefined;
      return async () => {
        leave();
        return (await (answer as Promise<Response>)).json();
      };
    },
  };
}

test('whose a refused request was is told: 401 is nobody’s, 403 and 429 are a key’s', async () => {
  const nobody = bench({ who: 'nobody' });
  expect([await nobody.status(), nobody.seen]).toEqual([401, [{}]]);
  const known = { team: 'blue', key: 'ada' };
  const scopeless = bench({ who: principal(null, ['admin']) });
  expect([await scopeless.status(), scopeless.seen]).toMatchObject([403, [known]]);
  const often = bench({ rate: { ok: false, retryAfterSeconds: 7 } });
  const answer = await often.send({});
  expect([answer.status, answer.headers.get('retry-after'), often.seen]).toMatchObject([429, '7', [known]]);
  const used = bench({ who: principal(LIMIT + 1) });
  expect([await used.status(), used.seen]).toMatchObject([429, [known]]);
});

test('a route without a scope takes any key, one with a scope those that have it', async () => {
  const any = 'any' as Scope;
  expect(await bench({ who: principal(null, []), scope: any }).status()).toBe(200);
  expect(await bench({ who: principal(null, ['artifacts']) }).status()).toBe(403);
  expect(await bench({ who: principal(null, ['prune']) }).status()).toBe(200);
});

test('a month is used up to its last byte and no further', async () => {
  expect(await bench({ who: principal(990) }).status({ 'content-length': 10 })).toBe(200);
  expect(await bench({ who: principal(990) }).status({ 'content-length': 11 })).toBe(429);
  expect(await bench({ who: principal(LIMIT) }).status()).toBe(200);
  expect(await bench({ who: principal(LIMIT + 1) }).status()).toBe(429);
  const answer = await bench({ who: principal(LIMIT) }).send({ 'content-length': 1 });
  expect([answer.headers.get('retry-after'), await answer.json()]).toMatchObject([
    '10',
    { detail: 'The team has used up its monthly quota of 1000 input bytes' },
  ]);
});

test('what the ledger has not written yet counts, and routes see it', async () => {
  const b = bench({ who: principal(600), pending: 300 });
  expect(await b.status({ 'content-length': 100 })).toBe(200);
  expect(b.seen).toMatchObject([{ quota: { limit: LIMIT, used: 900 } }]);
  expect(await b.status({ 'content-length': 101 })).toBe(429);
});

test('requests under way hold their room, also those that said no length, and give it back', async () => {
  const b = bench();
  const first = await b.stay({ 'content-length': 600 });
  expect(await b.status({ 'content-length': 401 })).toBe(429);
  expect(await b.status({ 'content-length': 400 })).toBe(200);
  expect(await b.said({ 'x-arrives': 401 })).toMatchObject({ refused: 'quota_exceeded' });
  expect(await b.said({ 'x-arrives': 400 })).toMatchObject({ refused: null });
  expect(await first()).toMatchObject({ refused: null });
  expect(await b.status({ 'content-length': LIMIT })).toBe(200);
});

test('what was reserved by its declared length is not reserved again when it arrives', async () => {
  expect(await bench().said({ 'content-length': LIMIT, 'x-arrives': LIMIT })).toMatchObject({ refused: null });
});

test('what ends meanwhile counts, though it is no longer under way', async () => {
  const b = bench({ scope: 'any' as Scope });
  const late = await b.stay({ 'x-arrives': 500 });
  b.ledger.recorded += 501;
  expect(await late()).toMatchObject({ refused: 'quota_exceeded' });
  const other = await b.stay({ 'x-arrives': 500 });
  expect(await other()).toMatchObject({ refused: null });
});

test('a request that may be about something else than pruning is let in, and refused where its body is pruned', async () => {
  const b = bench({ who: principal(LIMIT), scope: 'any' as Scope });
  expect(await b.said({ 'content-length': 10 })).toMatchObject({ refused: null });
  expect(await b.said({ 'content-length': 10, 'x-arrives': 10 })).toMatchObject({ refused: 'quota_exceeded' });
});

test('sixty requests at once to a route of any scope overshot a quota sixty times', async () => {
  const b = bench({ scope: 'any' as Scope });
  const staying = await Promise.all(
    Array.from({ length: 60 }, () => b.said({ 'content-length': 100, 'x-arrives': 100, 'x-hold': 1 })),
  );
  const admitted = staying.filter((one) => (one as { refused: unknown }).refused === null);
  expect(admitted).toHaveLength(10);
});

test('sixty requests at once that declare their length overshot none', async () => {
  const b = bench();
  const statuses = await Promise.all(
    Array.from({ length: 60 }, () => b.status({ 'content-length': 100, 'x-hold': 1 })),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
});

test('bytes that no body brought are charged as far as there is room, and held', async () => {
  const b = bench({ who: principal(500), scope: 'any' as Scope });
  expect(await b.said({ 'x-charge': 501 })).toMatchObject({ charged: false });
  expect(await b.said({ 'x-charge': 500 })).toMatchObject({ charged: true });
  const held = b.said({ 'x-charge': 500, 'x-hold': 1 });
  expect(await b.said({ 'x-charge': 1 })).toMatchObject({ charged: false });
  expect(await held).toMatchObject({ charged: true });
  expect(await bench({ who: principal(null) }).said({ 'x-charge': 1, 'x-arrives': 1 })).toEqual({
    refused: null,
    charged: null,
  });
});

test('teams do not take one another’s room', async () => {
  const teams = ['blue', 'red'];
  let asked = 0;
  const admit = createAdmit({
    gate: async () => ({ ...principal(0), team: teams[asked++] as string }),
    limiter: () => ({ ok: true }),
    ledger: { pendingBytes: () => 0, recordedBytes: () => 0, isBehind: () => false },
    clock: () => 0,
    counters: OWN,
    workers: () => 1,
  });
  const app = new Hono<WorkerContext>().post('/', admit('prune'), async (c) => {
    await loopTurn();
    return c.body(null, 204);
  });
  const init = { method: 'POST', headers: { 'content-length': String(LIMIT) } };
  const answers = await Promise.all(teams.map(() => app.request('/', init)));
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
});

test('while nobody counts for all workers, each gives a team its part of what was left', async () => {
  const third = bench({ who: principal(400), counters: away(), workers: 3 });
  expect(await third.status({ 'content-length': 201 })).toBe(429);
  expect(await third.status({ 'content-length': 200 })).toBe(200);
  const written = bench({ who: principal(400), counters: away(), workers: 3, pending: 150 });
  const refused = await written.send({ 'content-length': 51 });
  expect([refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
    '5',
    { detail: expect.stringContaining('cannot be counted at the moment') },
  ]);
  expect(await written.status({ 'content-length': 50 })).toBe(200);
});

test('a request’s reservations end with what it recorded, and its first record takes their leases', async () => {
  const ended: number[] = [];
  const counters = createCounterSwitch({
    counters: {
      take: unreachable,
      reserve: async ({ bytes }) => ({ lease: bytes, end: (recorded) => ended.push(recorded) }),
      close: () => {},
    },
    ...{ now: () => 0, onChange: () => {} },
  });
  const admit = createAdmit({
    gate: async () => principal(0),
    limiter: () => ({ ok: true }),
    ledger: { pendingBytes: () => 0, recordedBytes: () => 0, isBehind: () => false },
    ...{ clock: () => 0, counters, workers: () => 1 },
  });
  const taken: (readonly number[] | undefined)[] = [];
  const app = new Hono<WorkerContext>().post('/', admit('prune'), async (c) => {
    taken.push(c.get('leases')?.());
    await c.get('charge')?.(40);
    taken.push(c.get('leases')?.());
    c.set('recorded', 120);
    return c.body(null, 204);
  });
  await app.request('/', { method: 'POST', headers: { 'content-length': '100' } });
  expect([taken, ended]).toEqual([
    [[100], [40]],
    [120, 20],
  ]);
});

test('the month that is used up tells when the next one begins', () => {
  expect(overQuota(5, NOVEMBER_30)).toEqual({
    ok: false,
    code: 'quota_exceeded',
    detail: 'The team has used up its monthly quota of 5 input bytes',
    retryAfterSeconds: 10,
  });
});
