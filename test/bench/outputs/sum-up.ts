import type { Judgement } from './judge-output.ts';

export interface OutputFigures {
  readonly outputs: number;
  readonly questions: number;
  readonly facts: number;
  /** Shares from 0 to 1; undefined if there is nothing to divide by. */
  readonly factsKept: number | undefined;
  readonly allFacts: number | undefined;
  /** Number of answers that omit lines, and the share of facts that these answers keep. */
  readonly cut: number;
  readonly factsKeptOfCut: number | undefined;
  readonly medianShare: number | undefined;
  readonly meanShare: number | undefined;
  readonly failingRuns: number;
  /** Ids of failing runs that have an answer without all facts of the failure. */
  readonly withoutFailure: readonly string[];
  readonly unanswerable: number;
  readonly unanswerableShare: number | undefined;
}

/** Sums up judgements. Questions without an answer only count for `unanswerable` and failures. */
export function sumUp(judgements: readonly Judgement[]): OutputFigures {
  const answerable = judgements.filter((one) => one.isAnswerable);
  const rest = judgements.filter((one) => !one.isAnswerable);
  const cut = answerable.filter(({ share }) => share !== 1);
  const failing = judgements.filter(({ of }) => of.failure !== undefined);
  return {
    outputs: new Set(judgements.map(({ of }) => of.id)).size,
    questions: answerable.length,
    facts: factsOf(answerable),
    factsKept: keptOf(answerable),
    allFacts: ratio(answerable.filter((one) => one.lost.length === 0).length, answerable.length),
    cut: cut.length,
    factsKeptOfCut: keptOf(cut),
    medianShare: median(answerable.map((one) => one.share)),
    meanShare: mean(answerable.map((one) => one.share)),
    failingRuns: new Set(failing.map(({ of }) => of.id)).size,
    withoutFailure: [...new Set(failing.filter((one) => one.lostFailure.length > 0).map(({ of }) => of.id))],
    unanswerable: rest.length,
    unanswerableShare: mean(rest.map((one) => one.share)),
  };
}

function factsOf(judgements: readonly Judgement[]): number {
  return sum(judgements.map(({ facts }) => facts));
}

function keptOf(judgements: readonly Judgement[]): number | undefined {
  const lost = sum(judgements.map((one) => one.lost.length));
  return ratio(factsOf(judgements) - lost, factsOf(judgements));
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

function ratio(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole;
}

function mean(values: readonly number[]): number | undefined {
  return ratio(sum(values), values.length);
}

function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  return upper === undefined || lower === undefined ? undefined : (upper + lower) / 2;
}
