import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { UpstreamStatus } from '../../../../src/remote-pruner/upstream-status.ts';
import type { Principal } from '../../../../src/teams/keys/principal.ts';
import type { TeamArtifacts } from '../../../../worker/artifacts/team-artifacts.ts';
import type { WorkerContext } from '../../../../worker/http/worker-context.ts';
import { metricsRoutes } from '../../../../worker/routes/metrics/metrics-routes.ts';
import { createWorkerMetrics, type WorkerMetrics } from '../../../../worker/routes/metrics/worker-metrics.ts';
import { usageRecord } from '../../../contract/usage-records.ts';
import { keyOf, LOCAL, ROOT } from '../usage/principals.ts';
import { readExposition } from './exposition-format.ts';

const UPSTREAM: UpstreamStatus = {
  breaker: 'half_open',
  inFlight: 3,
  waiting: 2,
  consecutiveFailures: 5,
  lastFailure: 'timeout',
  retryInMs: 0,
  opened: 1,
  succeeded: 7,
  failed: 5,
  refused: 0,
};

function metricsWith(upstream: UpstreamStatus | undefined = UPSTREAM): WorkerMetrics {
  return createWorkerMetrics({
    ledger: () => ({ written: 10, dropped: 1, waiting: 2, failures: 3 }),
    upstream: () => upstream,
    startedAt: 1_700_000_000_500,
  });
}

const read = (metrics: WorkerMetrics, principal: Principal = ROOT): ReadonlyMap<string, number> =>
  readExposition(metrics.exposeTo(principal));

test('requests are counted by team, route and status', () => {
  const metrics = metricsWith();
  for (const status of [200, 200, 422]) metrics.countRequest({ team: 'team-a', route: '/prune', status });
  metrics.countRequest({ team: undefined, route: '/prune', status: 401 });
  const values = read(metrics);
  expect(values.get('mcp_pruner_requests_total{team="team-a",route="/prune",status="200"}')).toBe(2);
  expect(values.get('mcp_pruner_requests_total{team="team-a",route="/prune",status="422"}')).toBe(1);
  expect(values.get('mcp_pruner_requests_total{team="none",route="/prune",status="401"}')).toBe(1);
});

test('whose key was refused was not told: 403 and 429 are counted by key and reason', () => {
  const metrics = metricsWith();
  const request = { team: 'team-a', key: 'ada', route: '/prune' };
  for (const status of [429, 429]) metrics.countRequest({ ...request, status, failure: 'rate_limited' });
  metrics.countRequest({ ...request, status: 403, failure: 'forbidden' });
  metrics.countRequest({ ...request, status: 422, failure: 'invalid_request' });
  metrics.countRequest({ ...request, status: 200 });
  metrics.countRequest({ team: undefined, route: '/mcp', status: 403 });
  const refused = [...read(metrics)].filter(([name]) => name.startsWith('mcp_pruner_refusals_total'));
  expect(refused).toEqual([
    ['mcp_pruner_refusals_total{team="team-a",key="ada",reason="rate_limited"}', 2],
    ['mcp_pruner_refusals_total{team="team-a",key="ada",reason="forbidden"}', 1],
    ['mcp_pruner_refusals_total{team="none",key="none",reason="none"}', 1],
  ]);
});

test('labels are told apart wherever one ends and the next begins', () => {
  const metrics = metricsWith();
  metrics.countRequest({ team: 'a', route: '1:b', status: 200 });
  metrics.countRequest({ team: 'a1:', route: 'b', status: 200 });
  metrics.countRequest({ team: 'a', route: 'b', status: 200 });
  expect([...read(metrics)].filter(([name]) => name.startsWith('mcp_pruner_requests_total')).map(([, n]) => n)).toEqual(
    [1, 1, 1],
  );
});

test('prunes are counted with tokens, cache and duration', () => {
  const metrics = metricsWith();
  metrics.countPrune(usageRecord({ durationMs: 4 }));
  metrics.countPrune(usageRecord({ durationMs: 60_000, cache: 'hit' }));
  metrics.countPrune(usageRecord({ engine: null, cache: null, outcome: 'too_large', durationMs: 1 }));
  const values = read(metrics);
  const bucket = (le: string): number | undefined =>
    values.get(`mcp_pruner_prune_duration_seconds_bucket{team="team-a",engine="embedded",le="${le}"}`);
  expect(['0.001', '0.0025', '0.005', '30', '+Inf'].map(bucket)).toEqual([0, 0, 1, 1, 2]);
  const of = (rest: string): number | undefined => values.get(`mcp_pruner_${rest}`);
  expect(of('prune_duration_seconds_sum{team="team-a",engine="embedded"}')).toBeCloseTo(60.004);
  expect(of('prune_duration_seconds_count{team="team-a",engine="embedded"}')).toBe(2);
  expect([of('tokens_in_total{team="team-a"}'), of('tokens_out_total{team="team-a"}')]).toEqual([750, 300]);
  expect(of('cache_lookups_total{team="team-a",result="hit"}')).toBe(1);
  expect(of('prunes_total{team="team-a",tool="prune",engine="none",outcome="too_large"}')).toBe(1);
});

test('ledger, upstream and start are the process’s', () => {
  const values = read(metricsWith());
  expect(Object.fromEntries([...values].map(([name, value]) => [name.replace('mcp_pruner_', ''), value]))).toEqual({
    ledger_written_total: 10,
    ledger_dropped_total: 1,
    ledger_failures_total: 3,
    ledger_waiting: 2,
    'upstream_state{state="closed"}': 0,
    'upstream_state{state="half_open"}': 1,
    'upstream_state{state="open"}': 0,
    upstream_in_flight: 3,
    upstream_waiting: 2,
    upstream_consecutive_failures: 5,
    upstream_opened_total: 1,
    upstream_succeeded_total: 7,
    upstream_failed_total: 5,
    upstream_refused_total: 0,
    process_start_time_seconds: 1_700_000_000.5,
  });
});

test('without an upstream there are no numbers of one', () => {
  const none = createWorkerMetrics({
    ledger: () => ({ written: 0, dropped: 0, waiting: 0, failures: 0 }),
    upstream: () => undefined,
    startedAt: 0,
  });
  expect([...read(none).keys()].filter((name) => name.includes('upstream'))).toEqual([]);
});

test('a team sees no other team’s series', () => {
  const metrics = metricsWith();
  for (const team of ['team-a', 'team-b', undefined]) metrics.countRequest({ team, route: '/prune', status: 200 });
  metrics.countPrune(usageRecord({ team: 'team-b' }));
  const names = [...read(metrics, keyOf('admin')).keys()];
  expect(names.filter((name) => name.includes('team='))).toEqual([
    'mcp_pruner_requests_total{team="team-a",route="/prune",status="200"}',
  ]);
  expect(names).toContain('mcp_pruner_ledger_waiting');
  expect([...read(metrics, LOCAL).keys()].filter((name) => name.includes('team-b')).length).toBeGreaterThan(10);
});

test('what teams keep is a gauge of each team’s, and no other team’s to a key', () => {
  const usage = { artifacts: 3, bytes: 2_048, maxBytes: 100, ttlMs: 7_000 };
  const kept = ['team-a', 'team-b'].map((team) => ({ team, ...usage }));
  const ofKept = (principal: Principal): [string, number][] =>
    [...readExposition(metricsWith().exposeTo(principal, kept))].filter(([name]) => name.includes('_artifacts'));
  expect(Object.fromEntries(ofKept(keyOf('admin')))).toEqual({
    'mcp_pruner_artifacts{team="team-a"}': 3,
    'mcp_pruner_artifacts_bytes{team="team-a"}': 2_048,
    'mcp_pruner_artifacts_max_bytes{team="team-a"}': 100,
    'mcp_pruner_artifacts_ttl_seconds{team="team-a"}': 7,
  });
  expect(ofKept(ROOT)).toHaveLength(8);
});

test('labels are escaped', () => {
  const metrics = metricsWith();
  metrics.countPrune(usageRecord({ tool: 'a"b\\c\nd' }));
  const name = 'mcp_pruner_prunes_total{team="team-a",tool="a\\"b\\\\c\\nd",engine="embedded",outcome="ok"}';
  expect(read(metrics).get(name)).toBe(1);
});

test('labels without end are counted together', () => {
  const metrics = metricsWith();
  for (let i = 0; i < 3_000; i++) metrics.countRequest({ team: 'team-a', route: `/${i}`, status: 200 });
  const values = read(metrics);
  const routes = [...values].filter(([name]) => name.startsWith('mcp_pruner_requests_total'));
  expect(routes).toHaveLength(1_001);
  expect(values.get('mcp_pruner_requests_total{team="other",route="other",status="other"}')).toBe(2_000);
});

test('metrics are told while what teams keep cannot be read', async () => {
  const failures: unknown[] = [];
  const app = new Hono<WorkerContext>();
  app.use(async (c, next) => {
    c.set('principal', ROOT);
    await next();
  });
  const artifacts = { usage: () => Promise.reject(new TypeError('no storage')) } as unknown as TeamArtifacts;
  const admit = () => (_c: unknown, next: () => Promise<void>) => next();
  const onStorageFailure = (error: unknown): void => void failures.push(error);
  app.route('/', metricsRoutes({ admit, metrics: metricsWith(), artifacts, onStorageFailure }));
  const values = readExposition(await (await app.request('/')).text());
  expect(values.get('mcp_pruner_ledger_waiting')).toBe(2);
  expect(failures).toHaveLength(1);
});

test.each([
  ['root', ROOT, 200],
  ['local', LOCAL, 200],
  ['admin', keyOf('prune', 'admin'), 200],
  ['prune', keyOf('prune'), 403],
] as const)('GET /metrics for %s is %3$i', async (_, principal, status) => {
  const app = new Hono<WorkerContext>();
  app.use(async (c, next) => {
    c.set('requestId', 'id-1');
    c.set('principal', principal);
    await next();
  });
  const admit = () => (_c: unknown, next: () => Promise<void>) => next();
  app.route('/metrics', metricsRoutes({ admit, metrics: metricsWith() }));
  const answer = await app.request('/metrics');
  expect(answer.status).toBe(status);
  if (status !== 200) return;
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(readExposition(await answer.text()).size).toBeGreaterThan(5);
});
