import type { Period } from './period.ts';
import type { Quantiles } from './quantiles.ts';

/** Whose rows are read; whatever else is asked, the database gives no others. */
export type LedgerScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'team'; readonly team: string }
  | { readonly kind: 'key'; readonly team: string; readonly key: string };

/** What usage may be summed up by. */
export const USAGE_GROUPS = ['time', 'team', 'key', 'tool', 'kind', 'engine', 'cache', 'outcome'] as const;

export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** What latency may be summed up by. */
export type LatencyGroup = 'time' | 'key' | 'engine';

/** Milliseconds since 1970; `from` and `to` bound the starts of the periods: from ≤ start < to. */
export interface LedgerRange {
  readonly scope: LedgerScope;
  readonly from: number;
  readonly to: number;
  readonly period: Period;
}

export interface UsageQuery extends LedgerRange {
  /** None: one row for everything. */
  readonly groupBy: readonly UsageGroup[];
  /** Most rows given. */
  readonly limit?: number | undefined;
}

export interface LatencyQuery extends LedgerRange {
  readonly groupBy: readonly LatencyGroup[];
}

/** What requests came to. Fields that were not grouped by are undefined; null: the requests had none. */
export interface UsageRow {
  /** The period's first millisecond. */
  readonly start?: number;
  readonly team?: string;
  /** Null where the directory knows no such team or key, as with `root` and `local`. */
  readonly teamName?: string | null;
  readonly key?: string;
  readonly keyName?: string | null;
  readonly tool?: string;
  readonly kind?: string | null;
  readonly engine?: string | null;
  readonly cache?: string | null;
  readonly outcome?: string;
  readonly requests: number;
  /** Requests whose outcome is not `ok`. */
  readonly failures: number;
  readonly cacheHits: number;
  readonly cacheMisses: number;
  readonly cacheJoined: number;
  readonly bytesIn: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** In less out: below zero where answers were longer than what they answer. */
  readonly tokensSaved: number;
  /** Sum of the requests' durations. */
  readonly durationMs: number;
}

export interface LatencyRow extends Quantiles {
  readonly start?: number;
  readonly key?: string;
  readonly engine?: string | null;
  readonly requests: number;
}
