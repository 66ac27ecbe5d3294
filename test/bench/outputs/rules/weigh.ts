import type { Judgement } from '../judge-output.ts';
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

/** Weighs a rule by the questions that it may affect. */
export function weigh(
  {
    group,
    name,
    isWide = false,
  }: { readonly group: string; readonly name: string; readonly isWide?: boolean | undefined },
  answers: readonly Twice[],
): Weighed {
  const pair = (of: (one: Answered) => number): Pair => ({
    before: sum(answers.map(({ before }) => of(before))),
    after: sum(answers.map(({ after }) => of(after))),
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
  };
  const isJudged = isWide ? figures.changed > 0 : answers.length > 0;
  return { group, name, ...figures, verdict: verdictOf(figures, isJudged, reasonToStay(group, name)) };
}

function textOf({ answer, untold }: Answered): string {
  return `${answer}\n${untold?.answer ?? ''}`;
}

function failureOf({ of: { failure = [] }, lostFailure }: Judgement): number {
  return failure.length - lostFailure.length;
}

function verdictOf(
  { facts, failure, tokens, share }: Pick<Weighed, 'facts' | 'failure' | 'tokens' | 'share'>,
  isJudged: boolean,
  reason: string | undefined,
): string {
  if (failure.after < failure.before) return 'stays: safety';
  if (facts.after < facts.before) return 'stays: facts';
  if (tokens.after > tokens.before || share.after > share.before) return 'stays: tokens';
  if (reason !== undefined) return `stays: ${reason}`;
  return isJudged ? 'goes' : 'not judged';
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
