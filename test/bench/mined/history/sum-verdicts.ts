import type { Recall, Verdict } from './judge.ts';

/** Results of a family of cases. Shares are from 0 to 1, averaged over cases. */
export interface EvalSum {
  readonly family: string;
  readonly cases: number;
  readonly share: number;
  readonly medianShare: number;
  /** Share of cases in which no needed line is kept. */
  readonly nothing: number;
  /** Median time in milliseconds. */
  readonly ms: number;
  readonly pruner: Recall;
  readonly bm25: Recall;
  readonly head: Recall;
}

export function sumVerdicts(family: string, of: readonly Verdict[]): EvalSum {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const recallOf = (who: 'pruner' | 'bm25' | 'head'): Recall => ({
    hit: mean(of.map((one) => one[who].hit)),
    cover: mean(of.map((one) => one[who].cover)),
  });
  return {
    ...{ family, cases: of.length, share: mean(of.map(({ share }) => share)) },
    medianShare: median(of.map(({ share }) => share)),
    nothing: mean(of.map(({ pruner }) => (pruner.hit === 0 ? 1 : 0))),
    ms: median(of.map(({ ms }) => ms)),
    ...{ pruner: recallOf('pruner'), bm25: recallOf('bm25'), head: recallOf('head') },
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
