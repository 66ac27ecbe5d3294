import type { Verdict } from '../../answers/judge-case.ts';
import type { Judgement } from '../judge-output.ts';
import type { VerdictTwice } from './open-answers.ts';
import { reasonToStay } from './reasons-to-stay.ts';

/** Figures of the answers with and without a rule. */
export interface Pair {
  readonly before: number;
  readonly after: number;
}

export interface Weighed {
  readonly group: string;
  readonly name: string;
  readonly outputs: number;
  readonly questions: number;
  /** Number of questions whose answer changed. */
  readonly changed: number;
  readonly facts: Pair;
  /** Facts of failures, whether or not the engine was told that the run failed. */
  readonly failure: Pair;
  readonly tokens: Pair;
  readonly share: Pair;
  /** Number of cases of the open answers that the rule may affect, and of those whose answer changed. */
  readonly cases: number;
  readonly casesChanged: number;
  /** Numbers of answers that keep all, are reversed, and are silent. */
  readonly answersKept: Pair;
  readonly reversed: Pair;
  readonly silent: Pair;
  readonly verdict: string;
}

/** An answer. For a failed run, it includes the answer of an engine that was not told of the failure. */
export interface Answered extends Judgement {
  readonly untold?: Judgement | undefined;
}

/** One question, answered with a rule and without it. */
export interface Twice {
  readonly before: Answered;
  readonly after: Answered;
}

/** Weighs a rule by the questions about labelled outputs and the open answers that it may affect. */
export function weigh(
  {
    group,
    name,
    isWide = false,
  }: { readonly group: string; readonly name: string; readonly isWide?: boolean | undefined },
  answers: readonly Twice[],
  verdicts: readonly VerdictTwice[],
): Weighed {
  const pair = (of: (one: Answered) => number): Pair => ({
    before: sum(answers.map(({ before }) => of(before))),
    after: sum(answers.map(({ after }) => of(after))),
  });
  const verdictPair = (is: (one: Verdict) => boolean): Pair => ({
    before: verdicts.filter(({ before }) => is(before)).length,
    after: verdicts.filter(({ after }) => is(after)).length,
  });
  const share = pair((one) => one.share);
  const figures = {
    outputs: new Set(answers.map(({ before }) => before.of.id)).size,
    questions: answers.length,
    changed: answers.filter(({ before, after }) => textOf(before) !== textOf(after)).length,
    facts: pair((one) => one.facts - one.lost.length),
    failure: pair((one) => failureOf(one) + (one.untold === undefined ? 0 : failureOf(one.untold))),
    tokens: pair((one) => one.tokens),
    share: { before: share.before / answers.length, after: share.after / answers.length },
    cases: verdicts.length,
    casesChanged: verdicts.filter(({ before, after }) => before.answer !== after.answer).length,
    answersKept: verdictPair(({ isKept }) => isKept),
    reversed: verdictPair(({ isReversed }) => isReversed),
    silent: verdictPair(({ isSilent }) => isSilent),
  };
  const isJudged = isWide ? figures.changed + figures.casesChanged > 0 : answers.length + verdicts.length > 0;
  return { group, name, ...figures, verdict: verdictOf(figures, isJudged, reasonToStay(group, name)) };
}

function textOf({ answer, untold }: Answered): string {
  return `${answer}\n${untold?.answer ?? ''}`;
}

function failureOf({ of: { failure = [] }, lostFailure }: Judgement): number {
  return failure.length - lostFailure.length;
}

function verdictOf(
  { facts, failure, tokens, share, answersKept, reversed, silent }: Omit<Weighed, 'group' | 'name' | 'verdict'>,
  isJudged: boolean,
  reason: string | undefined,
): string {
  if (failure.after < failure.before) return 'stays: safety';
  if (facts.after < facts.before) return 'stays: facts';
  if (answersKept.after < answersKept.before || reversed.after > reversed.before || silent.after > silent.before)
    return 'stays: answers';
  if (tokens.after > tokens.before || share.after > share.before) return 'stays: tokens';
  if (reason !== undefined) return `stays: ${reason}`;
  return isJudged ? 'goes' : 'not judged';
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
