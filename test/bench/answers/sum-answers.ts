import { kindOf } from './answer-case.ts';
import type { Verdict } from './judge-case.ts';

export interface AnswerSum {
  readonly name: string;
  readonly cases: number;
  /** Share of cases that keep all that must stay, 0 to 1. */
  readonly kept: number;
  readonly bm25Kept: number;
  /** Medians: share of tokens shown, and tokens shown beyond the lines that must stay. */
  readonly share: number;
  readonly beyond: number;
  /** Numbers of cases. */
  readonly reversed: number;
  readonly silent: number;
}

export function sumAnswers(name: string, verdicts: readonly Verdict[]): AnswerSum {
  const countOf = (test: (one: Verdict) => boolean): number => verdicts.filter(test).length;
  return {
    ...{ name, cases: verdicts.length },
    kept: countOf(({ isKept }) => isKept) / verdicts.length,
    bm25Kept: countOf((one) => one.bm25Kept) / verdicts.length,
    share: median(verdicts.map((one) => one.share)),
    beyond: median(verdicts.map((one) => one.beyond)),
    reversed: countOf((one) => one.isReversed),
    silent: countOf((one) => one.isSilent),
  };
}

/** Sums for each kind, ordered by name. */
export function sumByKind(verdicts: readonly Verdict[]): readonly AnswerSum[] {
  const kinds = [...new Set(verdicts.map(({ of }) => kindOf(of)))].sort();
  return kinds.map((kind) =>
    sumAnswers(
      kind,
      verdicts.filter(({ of }) => kindOf(of) === kind),
    ),
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
