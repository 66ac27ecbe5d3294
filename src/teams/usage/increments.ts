import { monthOf } from '../keys/month.ts';
import { toLatencyBucket } from './latency-bucket.ts';
import { PERIODS, startOf } from './period.ts';
import type { UsageRecord } from './usage-record.ts';

type Cell = string | number;

/** Rows that a batch adds to each table: names first, then the numbers to add. */
export interface Increments {
  /** period, team, start, key, tool, kind, engine, cache, outcome; requests, bytes in, tokens in, tokens out, ms. */
  readonly usage: readonly (readonly Cell[])[];
  /** period, team, start, key, engine, bucket; requests. */
  readonly latency: readonly (readonly Cell[])[];
  /** team, month; bytes in. */
  readonly quota: readonly (readonly Cell[])[];
  /** key; the last time it was used. */
  readonly lastUsed: readonly (readonly Cell[])[];
}

type Merge = (a: number, b: number) => number;
const add: Merge = (a, b) => a + b;

/** Collects rows by their names and merges numbers of equal names. */
function rows(merge: Merge): { put(names: readonly Cell[], numbers: readonly number[]): void; all(): Cell[][] } {
  const found = new Map<string, { readonly names: readonly Cell[]; readonly numbers: number[] }>();
  return {
    put: (names, numbers) => {
      const id = JSON.stringify(names);
      const row = found.get(id);
      if (row === undefined) found.set(id, { names, numbers: [...numbers] });
      else for (const [i, number] of numbers.entries()) row.numbers[i] = merge(row.numbers[i] ?? 0, number);
    },
    all: () => [...found.values()].map(({ names, numbers }) => [...names, ...numbers]),
  };
}

/** Sums up records in memory, so that a batch touches each database row once. */
export function toIncrements(records: readonly UsageRecord[]): Increments {
  const usage = rows(add);
  const latency = rows(add);
  const quota = rows(add);
  const lastUsed = rows(Math.max);
  for (const one of records) {
    const engine = one.engine ?? '';
    const numbers = [1, one.bytesIn, one.tokensIn, one.tokensOut, one.durationMs];
    for (const period of PERIODS) {
      const start = startOf(period, one.at);
      const names = [one.tool, one.kind ?? '', engine, one.cache ?? '', one.outcome];
      usage.put([period, one.team, start, one.key, ...names], numbers);
      latency.put([period, one.team, start, one.key, engine, toLatencyBucket(one.durationMs)], [1]);
    }
    quota.put([one.team, monthOf(one.at)], [one.bytesIn]);
    lastUsed.put([one.key], [one.at]);
  }
  return { usage: usage.all(), latency: latency.all(), quota: quota.all(), lastUsed: lastUsed.all() };
}
