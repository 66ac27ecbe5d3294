import { type CooperativeTask, parts } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import type { PruneRequest } from '../pruner.ts';
import { lineHead } from '../structure/line-head.ts';
import type { Structure } from '../structure/structure.ts';
import { raiseChangedFiles } from './changed-files.ts';
import { answerOrder } from './order/answer-order.ts';
import { clauses } from './question/clauses.ts';
import { raiseBelow } from './raise-below.ts';
import { scoreHunks } from './score-hunks.ts';
import { scoreMarks } from './score-marks.ts';
import { DEFAULT_THRESHOLD, type Document, type LineScorer, type LineScores, Reason } from './scorer.ts';
import { raiseNamed, raiseNamedRows, wholeNames } from './whole-names.ts';

const AMOUNT = /\bhow (?:many|much)\b|\b(?:number|amount|count|sum|total) of\b|\btotals?\b|\baltogether\b/i;
const SUM = /^\s*"[^"]{1,60}"\s*:\s*-?\d+(?:\.\d+)?,?\s*$/;
const OPENS_OBJECT = /\{\s*$/;
/** Max objects around a sum, and max sums. Anything beyond is data. */
const MAX_DEPTH = 3;
const MAX_SUMS = 24;
/** Score of a sum, and the cost of finding sums as a share of the cost of counting tokens. */
const SCORE = 0.8;
const SHARE = 0.15;

/** Raises JSON numbers outside lists for a question of amount. Reporters put the sums of their lists there. */
function* raiseSums(
  lines: Lines,
  { policy, headers }: Pick<Structure, 'policy' | 'headers'>,
  found: { -readonly [K in keyof LineScores]: LineScores[K] },
  question: string,
): CooperativeTask<void> {
  if (policy.kind !== 'json' || headers === undefined || !AMOUNT.test(question)) return;
  const sums: number[] = [];
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to && sums.length <= MAX_SUMS; i++)
      if (isInObjects(lines, headers, i) && SUM.test(lineHead(lines, i))) sums.push(i);
  });
  if (sums.length > MAX_SUMS) return;
  for (const i of sums) {
    found.scores[i] = Math.max(found.scores[i] as number, SCORE);
    found.reasons[i] = Reason.match;
  }
}

/** True for a line that is enclosed by at most a few objects and nothing else. */
function isInObjects(lines: Lines, headers: Int32Array, line: number): boolean {
  let depth = 0;
  for (let at = headers[line] as number; at >= 0; at = headers[at] as number, depth++)
    if (depth === MAX_DEPTH || !OPENS_OBJECT.test(lines.text.slice(lines.starts[at], lines.ends[at]))) return false;
  return depth > 0;
}

interface Answered {
  readonly found: LineScores;
  /** True if the question needs the whole text. */
  readonly needsAll: boolean;
}

export interface ScoredText {
  readonly request: PruneRequest;
  readonly document: Document;
  readonly structure: Structure;
  /** Called once for the question, and once for each of its parts. */
  readonly scorer: LineScorer;
}

/** Scores lines by a question, and by each of its parts if it has several and neither a share nor a number is asked for. */
export function* scoreQuestion(text: ScoredText): CooperativeTask<Answered> {
  const { question, targetRatio, maxTokens, automatic } = text.request;
  const whole = yield* scoreBy(text, question);
  const isFree = targetRatio === undefined && maxTokens === undefined && automatic === undefined;
  const answers: LineScores[] = [];
  // Source is scored by trees, which take long.
  if (isFree && text.structure.policy.kind !== 'source')
    for (const part of clauses(question)) answers.push((yield* scoreBy(text, part)).found);
  return { ...whole, found: joined(whole.found, answers) };
}

/** Scores lines by a question's words, marks and names, and by what it says of order and amount. */
function* scoreBy({ request, document, structure, scorer }: ScoredText, question: string): CooperativeTask<Answered> {
  const { lines } = document;
  const { policy } = structure;
  const found = scorer.steps ? yield* scorer.steps(document, question) : scorer.score(document, question);
  if (policy.kind === 'diff') scoreHunks(found, lines);
  if (policy.rows === 'list' && policy.kind === 'data' && found.byWords === true)
    yield* raiseNamedRows(lines, question, structure, found);
  yield* scoreMarks(document, structure, found, question);
  if (policy.kind === 'diff') yield* raiseChangedFiles(lines, found, question);
  yield* raiseSums(lines, structure, found, question);
  const mayBeWhole = request.targetRatio === undefined && request.maxTokens === undefined;
  const named = yield* wholeNames(lines, question, policy.kind);
  const needsAll = yield* answerOrder({ lines, structure, found, mayBeWhole }, named.rest);
  raiseNamed(named, found);
  if (policy.kind === 'data' || policy.kind === 'prose') yield* raiseBelow(lines, found);
  lowerQuiet(structure, found);
  return { found, needsAll };
}

/** Joins the answers to a question and to its parts: each line has the best of its scores. */
function joined(whole: LineScores, answers: readonly LineScores[]): LineScores {
  const selective = answers.filter((answer) => answer.documentScore > 0 && isSelective(answer));
  if (selective.length === 0) return whole;
  for (const { scores, reasons } of selective)
    for (let i = 0; i < scores.length; i++) {
      if ((scores[i] as number) <= (whole.scores[i] as number)) continue;
      whole.scores[i] = scores[i] as number;
      whole.reasons[i] = reasons[i] as number;
    }
  const documentScore = Math.max(whole.documentScore, ...selective.map((answer) => answer.documentScore));
  const selected = [whole, ...selective].flatMap((answer) => answer.selected ?? []);
  const certain = selected.length > 0 ? [...new Set(selected)].toSorted((a, b) => a - b) : undefined;
  return { ...whole, documentScore, selected: certain, asked: undefined };
}

/**
 * Max share of lines that a part of a question may select. Alone, "and which versions mend it" would select a line of
 * every item.
 */
const SELECTED = 0.25;

function isSelective({ scores }: LineScores): boolean {
  let selected = 0;
  for (const score of scores) if (score >= DEFAULT_THRESHOLD) selected++;
  return selected <= scores.length * SELECTED;
}

/** Factor for the scores of lines that go first. */
const QUIET = 0.4;

function lowerQuiet({ quiet }: Structure, { scores, gains }: LineScores): void {
  quiet?.forEach((is, i) => {
    if (is === 0) return;
    scores[i] = (scores[i] as number) * QUIET;
    if (gains !== undefined) gains[i] = (gains[i] as number) * QUIET;
  });
}
