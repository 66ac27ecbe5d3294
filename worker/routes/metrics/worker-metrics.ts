import type { UpstreamStatus } from '../../../src/remote-pruner/upstream-status.ts';
import type { Reach, ServerState } from '../../../src/storage/with-breaker.ts';
import type { CounterState } from '../../../src/teams/counters/shared-counters.ts';
import type { Principal } from '../../../src/teams/keys/principal.ts';
import type { LedgerCounters } from '../../../src/teams/usage/ledger.ts';
import type { UsageRecord } from '../../../src/teams/usage/usage-record.ts';
import type { TeamUsage } from '../../artifacts/team-artifacts.ts';
import type { CountedRequest } from '../../http/events/request-log.ts';
import { expose } from './exposition.ts';
import type { Metric, Sample } from './sample.ts';

/** Values by labels, up to a max number; further ones are counted together under `other`. */
interface Series<T> {
  /** Returns the value for these labels, created on first use. */
  of(labels: Readonly<Record<string, string>>): T;
  all(): readonly (readonly [labels: Readonly<Record<string, string>>, value: T])[];
}

/** Max series, so that label values chosen by clients cannot fill the memory. */
const MAX = 1_000;
const OTHER = 'other';

/** Creates an empty series; `make` creates a value. */
function createSeries<T>(make: () => T): Series<T> {
  const found = new Map<string, readonly [Readonly<Record<string, string>>, T]>();
  const of: Series<T>['of'] = (labels) => {
    const id = idOf(labels);
    const known = found.get(id);
    if (known !== undefined) return known[1];
    const isOther = Object.values(labels).every((text) => text === OTHER);
    if (found.size >= MAX && !isOther) {
      return of(Object.fromEntries(Object.keys(labels).map((name) => [name, OTHER])));
    }
    const value = make();
    found.set(id, [labels, value]);
    return value;
  };
  return { of, all: () => [...found.values()] };
}

/** Length prefixes keep the values apart. */
function idOf(labels: Readonly<Record<string, string>>): string {
  let id = '';
  for (const name in labels) id += `${labels[name]?.length}:${labels[name]}`;
  return id;
}

/** Counts of durations in buckets, per set of labels. */
interface Histogram<Labels extends Readonly<Record<string, string>>> extends Metric {
  /** Records a duration in seconds. */
  observe(labels: Labels, seconds: number): void;
}

/** Upper bounds in seconds: from a cached answer to a large text on a busy upstream. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Creates a histogram; its name must end in the unit, `_seconds`. */
function createHistogram<Labels extends Readonly<Record<string, string>>>(
  name: string,
  help: string,
): Histogram<Labels> {
  const series = createSeries(() => ({ counts: new Array<number>(BOUNDS.length).fill(0), sum: 0, count: 0 }));
  return {
    name,
    help,
    type: 'histogram',
    observe: (labels, seconds) => {
      const one = series.of(labels);
      one.sum += seconds;
      one.count += 1;
      const bucket = BOUNDS.findIndex((bound) => seconds <= bound);
      if (bucket >= 0) one.counts[bucket] = (one.counts[bucket] ?? 0) + 1;
    },
    samples: () =>
      series.all().flatMap(([labels, { counts, sum, count }]) => {
        let seen = 0;
        const buckets = BOUNDS.map((bound, i): Sample => {
          seen += counts[i] ?? 0;
          return { suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: seen };
        });
        return [
          ...buckets,
          { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
          { suffix: '_sum', labels, value: sum },
          { suffix: '_count', labels, value: count },
        ];
      }),
  };
}

/** Values per set of labels that only increase. */
interface Counter<Labels extends Readonly<Record<string, string>>> extends Metric {
  add(labels: Labels, by?: number): void;
}

/** Creates a counter; its name must end in `_total`. */
function createCounter<Labels extends Readonly<Record<string, string>>>(name: string, help: string): Counter<Labels> {
  const series = createSeries(() => ({ value: 0 }));
  return {
    name,
    help,
    type: 'counter',
    add: (labels, by = 1) => {
      series.of(labels).value += by;
    },
    samples: () => series.all().map(([labels, { value }]) => ({ labels, value })),
  };
}

export interface WorkerMetricsDeps {
  readonly ledger: () => LedgerCounters;
  /** Returns where rates, quotas and guesses are counted. Default: in this process. */
  readonly counters?: (() => CounterState) | undefined;
  /** State of the database's server. Default: it is no server. */
  readonly server?: ServerState | undefined;
  /** Returns the milliseconds by which the database's clock is ahead. Default: there is no database. */
  readonly skewMs?: (() => number) | undefined;
  /** Undefined if there is no upstream. */
  readonly upstream: () => UpstreamStatus | undefined;
  /** Start of the process, in milliseconds since 1970. */
  readonly startedAt: number;
}

/** Metrics since the start of this process; on Cloudflare, of this isolate. */
export interface WorkerMetrics {
  /** Counts an answered request. `team` is undefined if the sender is unknown; `route` is the route's pattern. */
  countRequest(request: CountedRequest): void;
  /** Counts a request for pruning. */
  countPrune(record: UsageRecord): void;
  /**
   * Returns Prometheus' text format. The administrator and keys with scope `metrics` see everything; others see their
   * own team's series and the process's. `kept` is what teams store right now, whichever process wrote it.
   */
  exposeTo(principal: Principal, kept?: readonly TeamUsage[]): string;
}

const PREFIX = 'mcp_pruner_';
const STATES: readonly UpstreamStatus['breaker'][] = ['closed', 'half_open', 'open'];
const REACHES: readonly Reach[] = ['up', 'slow', 'down'];
const NOBODY = 'none';

type ByTeam = { readonly team: string };

/** Creates the metrics of a worker, all at zero. */
export function createWorkerMetrics(deps: WorkerMetricsDeps): WorkerMetrics {
  const requests = createCounter<ByTeam & { readonly route: string; readonly status: string }>(
    `${PREFIX}requests_total`,
    'Requests answered.',
  );
  const refusals = createCounter<ByTeam & { readonly key: string; readonly reason: string }>(
    `${PREFIX}refusals_total`,
    'Requests refused with 403 or 429, by key and reason.',
  );
  const prunes = createCounter<ByTeam & { readonly tool: string; readonly engine: string; readonly outcome: string }>(
    `${PREFIX}prunes_total`,
    'Requests for pruning, by outcome.',
  );
  const durations = createHistogram<ByTeam & { readonly engine: string }>(
    `${PREFIX}prune_duration_seconds`,
    'Duration of requests for pruning.',
  );
  const tokensIn = createCounter<ByTeam>(`${PREFIX}tokens_in_total`, 'Tokens of texts sent for pruning.');
  const tokensOut = createCounter<ByTeam>(`${PREFIX}tokens_out_total`, 'Tokens of pruned texts returned.');
  const lookups = createCounter<ByTeam & { readonly result: string }>(
    `${PREFIX}cache_lookups_total`,
    'Cache lookups by result: hit, miss, or joined (to the same request in flight).',
  );

  const totals = [requests, refusals, prunes, durations, tokensIn, tokensOut, lookups];
  const said = 'Start time of the process, in seconds since 1970.';
  const start = gauge('process_start_time_seconds', said, () => deps.startedAt / 1000);
  const all: readonly Metric[] = [
    ...[...totals, ...ofLedger(deps.ledger), ...ofCounters(deps.counters)],
    ...[...ofDatabase(deps), ...ofUpstream(deps.upstream), start],
  ];

  return {
    countRequest: ({ team = NOBODY, key = NOBODY, failure = NOBODY, route, status }) => {
      requests.add({ team, route, status: String(status) });
      if (status === 403 || status === 429) refusals.add({ team, key, reason: failure });
    },
    countPrune: (record) => {
      const { team, tool, outcome } = record;
      const engine = record.engine ?? NOBODY;
      prunes.add({ team, tool, engine, outcome });
      durations.observe({ team, engine }, record.durationMs / 1000);
      tokensIn.add({ team }, record.tokensIn);
      tokensOut.add({ team }, record.tokensOut);
      if (record.cache !== null) lookups.add({ team, result: record.cache });
    },
    exposeTo: ({ kind, team, scopes }, kept = []) =>
      expose(
        [...all, ...ofKept(kept)],
        ({ labels }) =>
          kind !== 'key' || scopes.has('metrics') || labels['team'] === undefined || labels['team'] === team,
      ),
  };
}

function ofLedger(ledger: WorkerMetricsDeps['ledger']): readonly Metric[] {
  return [
    counter('ledger_written_total', 'Usage records written.', () => ledger().written),
    counter('ledger_dropped_total', 'Usage records lost.', () => ledger().dropped),
    counter('ledger_failures_total', 'Writes of usage records that failed.', () => ledger().failures),
    gauge('ledger_waiting', 'Usage records not written yet.', () => ledger().waiting),
  ];
}

function counter(name: string, help: string, value: () => number): Metric {
  return { name: PREFIX + name, help, type: 'counter', samples: () => [{ labels: {}, value: value() }] };
}

function gauge(name: string, help: string, value: () => number): Metric {
  return { ...counter(name, help, value), type: 'gauge' };
}

/** Returns no metric if there are no shared counters. */
function ofCounters(state: WorkerMetricsDeps['counters']): readonly Metric[] {
  const help = '1 if workers count rates, quotas and guessed keys together, 0 if this worker counts alone.';
  const samples: Metric['samples'] = () => {
    const now = state?.() ?? 'own';
    return now === 'own' ? [] : [{ labels: {}, value: Number(now === 'shared') }];
  };
  return [{ name: `${PREFIX}counters_shared`, help, type: 'gauge', samples }];
}

function ofDatabase({ server, skewMs }: WorkerMetricsDeps): readonly Metric[] {
  const state = server && oneOf('database_state', 'the database’s server', REACHES, server.reach);
  const waiting = server && gauge('database_waiting', 'Statements that wait for a connection.', server.waiting);
  const help = 'Seconds by which the database’s clock is ahead.';
  const skew = skewMs && gauge('clock_skew_seconds', help, () => skewMs() / 1000);
  return [state, waiting, skew].filter((one) => one !== undefined);
}

/** Has a sample for each state, unless there is none. */
function oneOf<T extends string>(name: string, of: string, states: readonly T[], state: () => T | undefined): Metric {
  const samples: Metric['samples'] = () => {
    const now = state();
    return now === undefined ? [] : states.map((one) => ({ labels: { state: one }, value: Number(one === now) }));
  };
  return { name: PREFIX + name, help: `1 for the current state of ${of}, 0 for the others.`, type: 'gauge', samples };
}

function ofUpstream(upstream: WorkerMetricsDeps['upstream']): readonly Metric[] {
  const single = (name: string, help: string, value: (status: UpstreamStatus) => number): Metric => ({
    name: `${PREFIX}upstream_${name}`,
    help,
    type: name.endsWith('_total') ? 'counter' : 'gauge',
    samples: () => {
      const status = upstream();
      return status === undefined ? [] : [{ labels: {}, value: value(status) }];
    },
  });
  return [
    oneOf('upstream_state', 'the breaker', STATES, () => upstream()?.breaker),
    single('in_flight', 'Calls to the upstream in flight.', ({ inFlight }) => inFlight),
    single('waiting', 'Calls to the upstream waiting in the queue.', ({ waiting }) => waiting),
    single(
      'consecutive_failures',
      'Failed calls to the upstream since the last success.',
      (status) => status.consecutiveFailures,
    ),
    single('opened_total', 'Number of times that the breaker opened.', ({ opened }) => opened),
    single('succeeded_total', 'Calls to the upstream that succeeded.', ({ succeeded }) => succeeded),
    single('failed_total', 'Calls to the upstream that failed.', ({ failed }) => failed),
    single('refused_total', 'Calls to the upstream refused by the breaker or a full queue.', ({ refused }) => refused),
  ];
}

function ofKept(kept: readonly TeamUsage[]): readonly Metric[] {
  const byTeam = (name: string, help: string, value: (usage: TeamUsage) => number): Metric => ({
    name: PREFIX + name,
    help,
    type: 'gauge',
    samples: () => kept.map((usage) => ({ labels: { team: usage.team }, value: value(usage) })),
  });
  return [
    byTeam('artifacts', 'Stored artifacts.', ({ artifacts }) => artifacts),
    byTeam('artifacts_bytes', 'Bytes of stored artifacts.', ({ bytes }) => bytes),
    byTeam('artifacts_max_bytes', 'Max bytes of stored artifacts per team.', ({ maxBytes }) => maxBytes),
    byTeam('artifacts_ttl_seconds', 'Lifetime of an artifact.', ({ ttlMs }) => ttlMs / 1000),
  ];
}
