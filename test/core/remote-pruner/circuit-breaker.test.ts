import { expect, test } from 'vitest';
import { CircuitBreaker, type Pass } from '../../../src/remote-pruner/circuit-breaker.ts';
import { hanging, promisesSettled, upstreamDouble } from './upstream-double.ts';

function breakerAt() {
  const clock = { now: 0 };
  const breaker = new CircuitBreaker({
    failures: 3,
    coolDownMs: 100,
    maxCoolDownMs: 350,
    probeMs: 50,
    now: () => clock.now,
  });
  const entered = (): Pass => {
    const pass = breaker.enter();
    if (pass === undefined) throw new Error('expected leave to ask');
    return pass;
  };
  const trip = (): void => {
    for (let i = 0; i < 3; i++) entered().failed();
  };
  return { clock, breaker, entered, trip };
}

test('opens after so many failures in a row, and a success in between starts the count anew', () => {
  const { breaker, entered } = breakerAt();
  for (const how of ['failed', 'failed', 'succeeded', 'failed', 'failed', 'unused'] as const) entered()[how]();
  expect(breaker).toMatchObject({ state: 'closed', consecutiveFailures: 2, opened: 0 });
  entered().failed();
  expect(breaker).toMatchObject({ state: 'open', opened: 1 });
  expect(breaker.enter()).toBeUndefined();
  expect(breaker.waitMs()).toBe(100);
});

test('lets exactly one probe through after its time, which closes it', () => {
  const { clock, breaker, entered, trip } = breakerAt();
  trip();
  clock.now = 99;
  expect(breaker.enter()).toBeUndefined();
  clock.now = 100;
  const probe = entered();
  expect(breaker.state).toBe('half_open');
  expect(breaker.enter()).toBeUndefined();
  expect(breaker.waitMs()).toBeGreaterThan(0);
  probe.succeeded();
  expect(breaker).toMatchObject({ state: 'closed', consecutiveFailures: 0 });
});

test('waits twice as long after every probe that fails, up to the longest, and from the beginning once it worked', () => {
  const { clock, breaker, entered, trip } = breakerAt();
  trip();
  for (const wait of [100, 200, 350, 350]) {
    expect(breaker.waitMs()).toBe(wait);
    clock.now += wait;
    entered().failed();
  }
  clock.now += 350;
  entered().succeeded();
  trip();
  expect(breaker.waitMs()).toBe(100);
  expect(breaker.opened).toBe(2);
});

test('a probe whose caller went makes room for the next at once', () => {
  const { clock, breaker, entered, trip } = breakerAt();
  trip();
  clock.now = 100;
  entered().unused();
  expect(breaker.state).toBe('open');
  entered().succeeded();
  expect(breaker.state).toBe('closed');
});

test('what was asked before it opened decides nothing afterwards', () => {
  const { clock, breaker, entered, trip } = breakerAt();
  const [late, later] = [entered(), entered()];
  trip();
  late.succeeded();
  expect(breaker.state).toBe('open');
  clock.now = 100;
  const probe = entered();
  later.failed();
  expect(breaker.state).toBe('half_open');
  probe.succeeded();
  expect(breaker.state).toBe('closed');
});

test('a probe of which nothing more is heard is followed by another, and then says nothing', () => {
  const { clock, breaker, entered, trip } = breakerAt();
  trip();
  clock.now = 100;
  const lost = entered();
  clock.now = 149;
  expect(breaker.enter()).toBeUndefined();
  clock.now = 150;
  const probe = entered();
  lost.failed();
  expect(breaker.state).toBe('half_open');
  probe.succeeded();
  expect(breaker.state).toBe('closed');
});

const ASK = { text: 'line one\nline two\nline three\nline four', question: 'q' };
const breaker = { failures: 2, coolDownMs: 5000 };

test('an upstream that fails is left alone, says when to come back, and is taken back once a probe succeeds', async () => {
  let works = false;
  const { pruner, sent, advance } = upstreamDouble(
    () => (works ? Response.json({ kept_frags: [2] }) : new Response(null, { status: 500 })),
    { breaker },
  );
  await pruner.prune(ASK);
  await pruner.prune(ASK);
  const open = await pruner.prune(ASK);
  expect(open).toMatchObject({ ok: false, unavailable: 'circuit_open', retryAfterSeconds: 5 });
  expect(sent).toHaveLength(2);
  expect(pruner.status()).toMatchObject({
    breaker: 'open',
    opened: 1,
    failed: 2,
    refused: 1,
    retryInMs: 5000,
    lastFailure: 'http_error',
  });
  advance(5000);
  works = true;
  expect(await pruner.prune(ASK)).toMatchObject({ ok: true });
  expect(pruner.status()).toMatchObject({ breaker: 'closed', consecutiveFailures: 0, retryInMs: 0, succeeded: 1 });
});

test('while a probe is on its way all others are refused', async () => {
  const { pruner, sent, advance } = upstreamDouble(
    (init, call) => (call <= 2 ? new Response(null, { status: 500 }) : hanging(init)),
    { breaker },
  );
  await pruner.prune(ASK);
  await pruner.prune(ASK);
  advance(5000);
  const probe = pruner.prune(ASK);
  await promisesSettled();
  expect(pruner.status().breaker).toBe('half_open');
  expect(await pruner.prune(ASK)).toMatchObject({ unavailable: 'circuit_open', retryAfterSeconds: 1 });
  expect(sent).toHaveLength(3);
  advance(1000);
  expect(await probe).toMatchObject({ code: 'timeout' });
  expect(pruner.status()).toMatchObject({ breaker: 'open', retryInMs: 10_000 });
});

test.each([429, 500, 502, 503, 401, 404, 302])('status %d counts', async (status) => {
  const { pruner } = upstreamDouble(() => new Response(null, { status }), { breaker });
  await pruner.prune(ASK);
  await pruner.prune(ASK);
  expect(pruner.status().breaker).toBe('open');
});

test.each([400, 413, 415, 422])("status %d is the request's own fault and does not", async (status) => {
  const { pruner } = upstreamDouble(() => new Response(null, { status }), { breaker });
  for (let i = 0; i < 4; i++) expect(await pruner.prune(ASK)).toMatchObject({ code: 'http_error' });
  expect(pruner.status()).toMatchObject({ breaker: 'closed', failed: 4, consecutiveFailures: 0 });
});

test('answers that cannot be used count too', async () => {
  const { pruner } = upstreamDouble(() => Response.json({ pruned_code: 'made up' }), { breaker });
  await pruner.prune(ASK);
  await pruner.prune(ASK);
  expect(pruner.status()).toMatchObject({ breaker: 'open', lastFailure: 'invalid_response' });
});
