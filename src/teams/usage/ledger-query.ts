import type { Period } from './period.ts';
import type { Quantiles } from './quantiles.ts';

/** The rows that a query may read, whatever its other conditions. */
export type LedgerScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'team'; readonly team: string }
  /** All keys of one owner. */
  | { readonly kind: 'owner'; readonly team: string; readonly owner: string };

/** Fields that usage may be grouped by. */
export const USAGE_GROUPS = ['time', 'team', 'key', 'owner', 'tool', 'kind', 'engine', 'cache', 'outcome'] as const;

export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** Fields that latency may be grouped by. */
export type LatencyGroup = 'time' | 'key' | 'engine';

/** Milliseconds since 1970. `from` and `to` bound the starts of the periods: from ≤ start < to. */
export interface LedgerRange {
  readonly scope: LedgerScope;
  readonly from: number;
  readonly to: number;
  readonly period: Period;
}

export interface UsageQuery extends LedgerRange {
  /** Empty: one row for everything. */
  readonly groupBy: readonly UsageGroup[];
  /** Max rows returned. */
  readonly limit?: number | undefined;
  /** Orders by tokens saved, most first, instead of by group. */
  readonly isBySaved?: boolean | undefined;
}

export interface LatencyQuery extends LedgerRange {
  readonly groupBy: readonly LatencyGroup[];
}

/** Sums over requests. Fields that were not grouped by are undefined; null if the requests had no value. */
export interface UsageRow {
  /** The period's first millisecond. */
  readonly start?: number;
  readonly team?: string;
  /** Null if the directory knows no such team or key, e.g. `root` and `local`. */
  readonly teamName?: string | null;
  readonly key?: string;
  readonly keyName?: string | null;
  /** Null as with `keyName`, or if its first key has no name any more. */
  readonly owner?: string | null;
  readonly ownerName?: string | null;
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
  /** Tokens in minus tokens out; negative if answers were longer than their inputs. */
  readonly tokensSaved: number;
  /** Sum of the requests' durations, in milliseconds. */
  readonly durationMs: number;
  /** Number of rows without the limit; only with `isBySaved`. */
  readonly groups?: number;
}

export interface LatencyRow extends Quantiles {
  readonly start?: number;
  readonly key?: string;
  readonly engine?: string | null;
  readonly requests: number;
}
