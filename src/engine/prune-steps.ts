import { releaseUnits } from '../text/code-units.ts';
import type { CooperativeTask } from '../text/cooperative-task.ts';
import { type LineChunks, type Lines, splitLines } from '../text/lines.ts';
import { policyOf } from './detect/policy-of.ts';
import type { Chosen } from './keep/chosen.ts';
import { type AnsweredBy, keepWhole } from './keep/keep-whole.ts';
import { referLines } from './keep/refer-lines.ts';
import { Kept } from './keep/select.ts';
import { selectLines } from './keep/select-lines.ts';
import type { PruneDetails, Pruned, PruneRequest } from './pruner.ts';
import { showLines } from './render/show-lines.ts';
import { questionScorer } from './score/learned/question-scorer.ts';
import { sessionScorer } from './score/learned/session-scorer.ts';
import { scoreQuestion } from './score/score-question.ts';
import { type Document, type LineScorer, type Purpose, Reason } from './score/scorer.ts';
import { toChunks } from './structure/chunks/to-chunks.ts';
import { folded, type Unfolded, unfoldStrings } from './structure/chunks/unfold-strings.ts';
import type { Policy } from './structure/policy.ts';
import { withoutStamps } from './structure/stamps.ts';
import { readStructure } from './structure/structure.ts';

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
  const onlyRefers = request.automatic === 'references';
  const lines = onlyRefers ? whole : yield* toChunks(whole, read);
  const method = `${scorer.name}/${scorer.version}`;
  const by = { engine: 'embedded', kind: policy.kind, method } as const;
  const isUntold = request.automatic !== undefined && request.context === undefined;
  const shown = unfolded === undefined ? lines : folded(lines, text, unfolded.place);
  if (lines.count < 3 || isUntold) return keepWhole(shown, by, 1);
  const asked = { request: read, lines, policy, by };
  const chosen = onlyRefers ? yield* referLines(asked) : yield* pruneLines(asked, scorer);
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
  const { found, needsAll } = yield* scoreQuestion({ request, document, structure, scorer });
  if (needsAll) return found.documentScore;
  for (let i = 0; i < lines.count; i++) if (evidence[i] === 1) found.reasons[i] = Reason.evidence;
  if (request.keepFirstLine === true && evidence[0] === 0) {
    evidence[0] = 1;
    found.reasons[0] = Reason.first;
  }
  return (yield* selectLines({ request, by, lines, structure, found })) ?? found.documentScore;
}

function purposeOf({ targetRatio, maxTokens, automatic }: PruneRequest): Purpose {
  return targetRatio === undefined && maxTokens === undefined ? (automatic ?? 'question') : 'share';
}
