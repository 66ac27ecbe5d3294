import type { Segment } from '../segment.ts';

/** Default token limit of a context. */
export const DEFAULT_TOKEN_LIMIT = 200_000;

/** Fill level of a context. */
export interface ContextUsage {
  readonly tokens: number;
  readonly limit: number;
  /** Percentage of the limit, rounded to one digit; may exceed 100. */
  readonly percent: number;
}

/** Max tasks listed, largest first; the rest is `(other)`. */
const MAX_TASKS = 12;
const HOUR_MS = 3_600_000;

export function toUsage(tokens: number, limit: number): ContextUsage {
  return { tokens, limit, percent: Math.round((tokens / limit) * 1000) / 10 };
}

/** Computes metrics of a working set. Ages are in project time (`latest`), so they change with the set only. */
export function usageMetrics(segments: readonly Segment[], usage: ContextUsage, latest: number) {
  const tokensByType: Record<string, number> = {};
  const segmentsByType: Record<string, number> = {};
  const tokensByTask = new Map<string, number>();
  let [total, pinned, pinnedTokens, oldest, newest] = [0, 0, 0, latest, 0];
  for (let at = 0; at < segments.length; at++) {
    const { type, tokens, task, pinned: isPinned, createdAt } = segments[at] as Segment;
    total += tokens;
    tokensByType[type] = (tokensByType[type] ?? 0) + tokens;
    segmentsByType[type] = (segmentsByType[type] ?? 0) + 1;
    tokensByTask.set(task ?? '(none)', (tokensByTask.get(task ?? '(none)') ?? 0) + tokens);
    if (isPinned) {
      pinned += 1;
      pinnedTokens += tokens;
    }
    oldest = Math.min(oldest, createdAt);
    newest = Math.max(newest, createdAt);
  }
  const hours = (at: number): number =>
    segments.length === 0 ? 0 : Math.round((Math.max(0, latest - at) / HOUR_MS) * 100) / 100;
  return {
    total_tokens: total,
    total_segments: segments.length,
    tokens_by_type: tokensByType,
    segments_by_type: segmentsByType,
    tokens_by_task: Object.fromEntries(largest(tokensByTask)),
    oldest_segment_age_hours: hours(oldest),
    newest_segment_age_hours: hours(newest),
    pinned_segments_count: pinned,
    pinned_tokens: pinnedTokens,
    usage_percent: usage.percent,
    estimated_remaining_tokens: Math.max(0, usage.limit - usage.tokens),
  };
}

function largest(sums: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  const order = [...sums].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  if (order.length <= MAX_TASKS) return order;
  const rest = order.slice(MAX_TASKS - 1).reduce((sum, [, tokens]) => sum + tokens, 0);
  return [...order.slice(0, MAX_TASKS - 1), ['(other)', rest]];
}
