import { releaseUnits } from '../text/code-units.ts';
import { type CooperativeTask, parts } from '../text/cooperative-task.ts';
import { type LineChunks, type Lines, splitLines } from '../text/lines.ts';
import { policyOf } from './detect/policy-of.ts';
import type { Chosen } from './keep/chosen.ts';
import { type AnsweredBy, keepWhole } from './keep/keep-whole.ts';
import { Kept } from './keep/select.ts';
import { selectLines } from './keep/select-lines.ts';
import type { PruneDetails, Pruned, PruneRequest } from './pruner.ts';
import { showLines } from './render/show-lines.ts';
import { raiseChangedFiles } from './score/changed-files.ts';
import { questionScorer } from './score/learned/question-scorer.ts';
import { sessionScorer } from './score/learned/session-scorer.ts';
import { answerOrder } from './score/order/answer-order.ts';
import { clauses } from './score/question/clauses.ts';
import { raiseBelow } from './score/raise-below.ts';
import { scoreMarks } from './score/score-marks.ts';
import {
  DEFAULT_THRESHOLD,
  type Document,
  type LineScorer,
  type LineScores,
  type Purpose,
  Reason,
} from './score/scorer.ts';
import { raiseNamed, raiseNamedRows, wholeNames } from './score/whole-names.ts';
import { headersByLine } from './structure/chunks/separate-chunks.ts';
import { toChunks } from './structure/chunks/to-chunks.ts';
import { folded, type Unfolded, unfoldStrings } from './structure/chunks/unfold-strings.ts';
import { COMMIT, diffHeaders, HUNK } from './structure/diff-headers.ts';
import { lineHead } from './structure/line-head.ts';
import type { Policy } from './structure/policy.ts';
import { withoutStamps } from './structure/stamps.ts';
import { readStructure, type Structure } from './structure/structure.ts';

/** Weight of a score that comes only from nearby lines: the neighboring hunk or file may be meant. */
const NEAR = 0.5;
/** Share of a hunk's score that comes from its file's name. */
const NAMED = 0.6;

/** Max lines of a hunk that is not cut. A new file is one hunk. */
const MAX_LINES = 80;

/**
 * Gives all lines of a hunk the score of its best one, because half a change reads differently than the whole. Adds a
 * share of its file header's best score, because a question that names a file wants its changes.
 */
export function scoreHunks({ scores, reasons }: Pick<LineScores, 'scores' | 'reasons'>, lines: Lines): void {
  const headers = headersByLine(lines, diffHeaders(lines.chunks?.whole ?? lines));
  const isAt = (i: number, pattern: RegExp): boolean => pattern.test(lines.text.slice(lines.starts[i], lines.ends[i]));
  const isNear = (i: number): boolean => reasons[i] === Reason.neighbour;
  for (let from = 0; from < lines.count; from++) {
    // A file's header also encloses the line after it, but belongs to no hunk.
    if (!isAt(from, HUNK)) continue;
    let own = 0;
    let to = from;
    do {
      own = Math.max(own, (scores[to] as number) * (isNear(to) ? NEAR : 1));
      to++;
    } while (headers[to] === from);
    let named = 0;
    for (let at = headers[from] as number; at >= 0 && !isAt(at, COMMIT); at = headers[at] as number) {
      if (!isNear(at)) named = Math.max(named, scores[at] as number);
    }
    // With equal scores, each hunk stays together and the earlier one comes first.
    if (to - from <= MAX_LINES) scores.fill(Math.max(own, NAMED * named + (1 - NAMED) * own), from, to);
    else scoreWithin(scores, from, to, named);
  }
}

/** Scores the lines of a hunk separately, and its first line as the best of them. */
function scoreWithin(scores: Float32Array, from: number, to: number, named: number): void {
  let best = 0;
  for (let i = from; i < to; i++) {
    const own = scores[i] as number;
    best = Math.max(best, own);
    scores[i] = Math.max(own, NAMED * named + (1 - NAMED) * own);
  }
  scores[from] = Math.max(scores[from] as number, best);
}

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

/** Cost of splitting and sampling, as a share of the cost of counting tokens. */
const READ_SHARE = 0.1;

/** Runs the embedded engine in steps; `pruneText` runs them all at once. */
export function* pruneSteps(
  request: PruneRequest,
  given?: LineScorer,
): CooperativeTask<Pruned & { details: PruneDetails }> {
  const scorer = given ?? (request.context === undefined ? questionScorer : sessionScorer);
  yield request.text.length * READ_SHARE;
  const text = splitLines(request.text);
  const unfolded = yield* unfolding(text, request);
  const read = unfolded?.request ?? request;
  yield read.text.length * READ_SHARE;
  const { lines: whole, policy } = readLines(unfolded?.lines ?? text, read);
  const lines = yield* toChunks(whole, read);
  const method = `${scorer.name}/${scorer.version}`;
  const by = { engine: 'embedded', kind: policy.kind, method } as const;
  const isUntold = request.automatic !== undefined && request.context === undefined;
  const shown = unfolded === undefined ? lines : folded(lines, text, unfolded.place);
  if (lines.count < 3 || isUntold) return keepWhole(shown, by, 1);
  const chosen = yield* pruneLines({ request: read, lines, policy, by }, scorer);
  releaseUnits(lines);
  if (typeof chosen === 'number') return keepWhole(shown, by, chosen);
  return showLines(unfolded === undefined ? chosen : { ...chosen, ...inOriginal(chosen, request, shown) });
}

/** Unfolds long strings, and returns the request for their lines. */
function* unfolding(
  text: Lines,
  request: PruneRequest,
): CooperativeTask<(Unfolded & { readonly request: PruneRequest }) | undefined> {
  const { markers, automatic, kind } = request;
  if (markers !== 'ranges' || automatic !== undefined || kind !== undefined) return undefined;
  const found = yield* unfoldStrings(text);
  if (found === undefined) return undefined;
  // Lines of strings have no numbers in the file, and its name says nothing of them.
  const context = request.context && { ...request.context, given: undefined };
  return { ...found, request: { ...request, text: found.lines.text, path: undefined, firstLine: undefined, context } };
}

/** Max UTF-16 units of the beginning of a line that is shown with every part of it. */
const MAX_BEGINNING = 200;

/** Shows lines of strings as parts of the lines that hold the strings, with the beginnings of these. */
function inOriginal({ keep: chosen, notice }: Chosen, request: PruneRequest, lines: Lines): Partial<Chosen> {
  const keep = chosen.slice();
  const { lineOf, firstOf } = lines.chunks as LineChunks;
  for (let i = 0; i < lines.count; i++) {
    const first = firstOf[lineOf[i] as number] as number;
    const length = (lines.ends[first] as number) - (lines.starts[first] as number);
    if (chosen[i] !== Kept.no && keep[first] === Kept.no && length <= MAX_BEGINNING) keep[first] = Kept.header;
  }
  return { request, lines, keep, notice: notice?.replace(/\)$/, '; line breaks in strings count)') };
}

/** Finds the policy of a text. What a pipeline put before the lines does not hide what they are. */
function readLines(lines: Lines, request: PruneRequest): Pick<Given, 'lines' | 'policy'> {
  const bare = withoutStamps(lines);
  const policy = policyOf(bare ?? lines, request);
  if (bare === undefined || policy.signs.any !== undefined) return { lines: bare ?? lines, policy };
  return { lines, policy: policyOf(lines, request) };
}

interface Given {
  readonly request: PruneRequest;
  readonly lines: Lines;
  readonly policy: Policy;
  readonly by: AnsweredBy;
}

/** Chooses lines. Returns the score of the whole text if it is to be kept whole. */
function* pruneLines({ request, lines, policy, by }: Given, scorer: LineScorer): CooperativeTask<Chosen | number> {
  const structure = yield* readStructure(lines, policy, request);
  const { shape, headers, evidence } = structure;
  const document: Document = {
    ...{ kind: policy.kind, path: request.path, lines, shape, headers, prior: policy.prior },
    records: policy.scoredBy === 'blocks' ? undefined : structure.records,
    ...{
      context: request.context,
      firstLine: request.firstLine,
      purpose: purposeOf(request),
      lossTokens: request.lossTokens,
    },
  };
  const score = (question: string): CooperativeTask<Answered> =>
    scored({ request, document, structure, scorer, question });
  const whole = yield* score(request.question);
  const parts: Answered[] = [];
  const isFree =
    request.targetRatio === undefined && request.maxTokens === undefined && request.automatic === undefined;
  // Source is scored by trees, which take long.
  if (isFree && policy.kind !== 'source') for (const part of clauses(request.question)) parts.push(yield* score(part));
  const { found, needsAll } = joined(whole, parts);
  if (needsAll) return found.documentScore;
  for (let i = 0; i < lines.count; i++) if (evidence[i] === 1) found.reasons[i] = Reason.evidence;
  if (request.keepFirstLine === true && evidence[0] === 0) {
    evidence[0] = 1;
    found.reasons[0] = Reason.first;
  }
  return (yield* selectLines({ request, by, lines, structure, found })) ?? found.documentScore;
}

interface Answered {
  readonly found: LineScores;
  /** True if the question needs the whole text. */
  readonly needsAll: boolean;
}

/** Scores lines by a question: by its words, marks, names, and what it says of order and amount. */
function* scored({
  request,
  document,
  structure,
  scorer,
  question,
}: {
  readonly request: PruneRequest;
  readonly document: Document;
  readonly structure: Structure;
  readonly scorer: LineScorer;
  readonly question: string;
}): CooperativeTask<Answered> {
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
function joined(whole: Answered, parts: readonly Answered[]): Answered {
  const found = { ...whole.found };
  for (const { found: part } of parts) {
    if (part.documentScore === 0 || !isSelective(part)) continue;
    for (let i = 0; i < found.scores.length; i++) {
      if ((part.scores[i] as number) > (found.scores[i] as number)) {
        found.scores[i] = part.scores[i] as number;
        found.reasons[i] = part.reasons[i] as number;
      }
    }
  }
  return { found, needsAll: whole.needsAll || parts.some(({ needsAll }) => needsAll) };
}

/** Max share of lines that a part of a question may select: "and which versions mend it" alone selects them everywhere. */
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

function purposeOf({ targetRatio, maxTokens, automatic }: PruneRequest): Purpose {
  return targetRatio === undefined && maxTokens === undefined ? (automatic ?? 'question') : 'share';
}
