import type { LedgerScope, UsageRow } from '../../../src/teams/usage/ledger-query.ts';
import type { LedgerStore } from '../../../src/teams/usage/ledger-store.ts';
import { boundsOf, type Range } from './ranges.ts';

/** A bar of the chart. */
export interface Bin {
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly requests: number;
}

/** Data of the overview for a range. */
export type Overview = Readonly<Awaited<ReturnType<typeof readOverview>>>;

const NOTHING: UsageRow = {
  requests: 0,
  failures: 0,
  cacheHits: 0,
  cacheMisses: 0,
  cacheJoined: 0,
  bytesIn: 0,
  tokensIn: 0,
  tokensOut: 0,
  tokensSaved: 0,
  durationMs: 0,
};

/** Rows of a breakdown; the database sorts them, since there may be thousands. */
const MOST_SAVED = { limit: 8, isBySaved: true } as const;

/** Reads the overview of a range that ends now. Rejects with a `SqlError`. */
export async function readOverview(store: LedgerStore, scope: LedgerScope, range: Range, now: number) {
  const asked = { scope, period: range.period, ...boundsOf(range, now) };
  const [totals, times, teams, people, tools, engines, outcomes, latency, latencies] = await Promise.all([
    store.usage({ ...asked, groupBy: [] }),
    store.usage({ ...asked, groupBy: ['time'] }),
    scope.kind === 'all' ? store.usage({ ...asked, ...MOST_SAVED, groupBy: ['team'] }) : undefined,
    scope.kind === 'team' ? store.usage({ ...asked, ...MOST_SAVED, groupBy: ['owner'] }) : undefined,
    store.usage({ ...asked, ...MOST_SAVED, groupBy: ['tool'] }),
    store.usage({ ...asked, ...MOST_SAVED, groupBy: ['engine'] }),
    store.usage({ ...asked, groupBy: ['outcome'] }),
    store.latency({ ...asked, groupBy: [] }),
    store.latency({ ...asked, groupBy: ['engine'] }),
  ]);
  return {
    range,
    /** Every bar of the range, including empty ones. */
    bins: toBins(times, range, asked.from),
    totals: totals[0] ?? NOTHING,
    bounds: asked,
    /** Only for all teams. */
    teams,
    /** Only for one team. */
    people,
    /** Why requests failed, most frequent first. */
    failures: outcomes.filter(({ outcome }) => outcome !== 'ok').sort((one, other) => other.requests - one.requests),
    tools,
    engines,
    /** Undefined if there were no requests. */
    latency: latency[0],
    latencies,
  };
}

function toBins(rows: readonly UsageRow[], { binMs, bins }: Range, from: number): Bin[] {
  return Array.from({ length: bins }, (_, i) => {
    const start = from + i * binMs;
    const within = rows.filter((row) => (row.start ?? 0) >= start && (row.start ?? 0) < start + binMs);
    const sum = (of: 'tokensIn' | 'tokensOut' | 'requests'): number => within.reduce((all, row) => all + row[of], 0);
    return { start, tokensIn: sum('tokensIn'), tokensOut: sum('tokensOut'), requests: sum('requests') };
  });
}
