import { releaseUnits } from '../text/code-units.ts';
import type { CooperativeTask } from '../text/cooperative-task.ts';
import { type Lines, splitLines } from '../text/lines.ts';
import { policyOf } from './detect/policy-of.ts';
import { type AnsweredBy, keepWhole } from './keep/keep-whole.ts';
import { selectLines } from './keep/select-lines.ts';
import type { PruneDetails, Pruned, PruneRequest } from './pruner.ts';
import { showLines } from './render/show-lines.ts';
import { raiseChangedFiles } from './score/changed-files.ts';
import { raiseSums } from './score/json-sums.ts';
import { questionScorer } from './score/learned/question-scorer.ts';
import { sessionScorer } from './score/learned/session-scorer.ts';
import { answerOrder } from './score/order/answer-order.ts';
import { scoreHunks } from './score/score-hunks.ts';
import { scoreMarks } from './score/score-marks.ts';
import { type Document, type LineScorer, type LineScores, type Purpose, Reason } from './score/scorer.ts';
import { raiseNamed, wholeNames } from './score/whole-names.ts';
import { toChunks } from './structure/chunks/to-chunks.ts';
import type { Policy } from './structure/policy.ts';
import { readStructure, type Structure } from './structure/structure.ts';

/** Cost of splitting and sampling, as a share of the cost of counting tokens. */
const READ_SHARE = 0.1;

/** Runs the embedded engine in steps; `pruneText` runs them all at once. */
export function* pruneSteps(
  request: PruneRequest,
  given?: LineScorer,
): CooperativeTask<Pruned & { details: PruneDetails }> {
  const scorer = given ?? (request.context === undefined ? questionScorer : sessionScorer);
  yield request.text.length * READ_SHARE;
  const whole = splitLines(request.text);
  const policy = policyOf(whole, request);
  const lines = yield* toChunks(whole, request);
  const method = `${scorer.name}/${scorer.version}`;
  const by = { engine: 'embedded', kind: policy.kind, method } as const;
  const isUntold = request.automatic !== undefined && request.context === undefined;
  if (lines.count < 3 || isUntold) return keepWhole(lines, by, 1);
  const pruned = yield* pruneLines({ request, lines, policy, by }, scorer);
  releaseUnits(lines);
  return pruned;
}

interface Given {
  readonly request: PruneRequest;
  readonly lines: Lines;
  readonly policy: Policy;
  readonly by: AnsweredBy;
}

function* pruneLines(
  { request, lines, policy, by }: Given,
  scorer: LineScorer,
): CooperativeTask<Pruned & { details: PruneDetails }> {
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
  const found = scorer.steps
    ? yield* scorer.steps(document, request.question)
    : scorer.score(document, request.question);
  if (policy.kind === 'diff') scoreHunks(found, lines);
  yield* scoreMarks(document, structure, found, request.question);
  if (policy.kind === 'diff') yield* raiseChangedFiles(lines, found, request.question);
  yield* raiseSums(lines, structure, found, request.question);
  const mayBeWhole = request.targetRatio === undefined && request.maxTokens === undefined;
  const named = yield* wholeNames(lines, request.question, policy.kind);
  const needsAll = yield* answerOrder({ lines, structure, found, mayBeWhole }, named.rest);
  raiseNamed(named, found);
  lowerQuiet(structure, found);
  if (needsAll) return keepWhole(lines, by, found.documentScore);
  for (let i = 0; i < lines.count; i++) if (evidence[i] === 1) found.reasons[i] = Reason.evidence;
  if (request.keepFirstLine === true && evidence[0] === 0) {
    evidence[0] = 1;
    found.reasons[0] = Reason.first;
  }
  const chosen = yield* selectLines({ request, by, lines, structure, found });
  return chosen === undefined ? keepWhole(lines, by, found.documentScore) : showLines(chosen);
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
