import type { CooperativeTask } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import { MARKER_TOKENS, USUAL_MARKER_TOKENS } from '../../text/marker-tokens.ts';
import { type AlikeLines, alikeNotice, isUnmatched, NOTICE_TOKENS, PARTLY_TOKENS } from '../../text/unmatched.ts';
import type { PruneRequest, TextKind } from '../pruner.ts';
import { DEFAULT_THRESHOLD, type LineScores } from '../score/scorer.ts';
import type { Structure } from '../structure/structure.ts';
import type { Chosen } from './chosen.ts';
import { foldAlike } from './fold-alike.ts';
import { foldRepeats } from './fold-repeats.ts';
import type { AnsweredBy } from './keep-whole.ts';
import { knownRuns } from './known-runs.ts';
import { isMostlyKnown, type Named, nameKnown } from './name-known.ts';
import { outlineLines } from './outline-lines.ts';
import { byGains } from './own-length.ts';
import { listNotice, partNotice } from './part-notice.ts';
import { saves } from './saves.ts';
import {
  atLeast,
  atLeastOne,
  byBudget,
  byThreshold,
  completed,
  cost,
  filledUp,
  Kept,
  type Selection,
} from './select.ts';
import { lineTokens } from './tokens.ts';
import { fillGaps, hasPieces, wholePieces } from './whole-pieces.ts';
import { widenAnswer } from './widen-answer.ts';

/**
 * Corrects the share for errors of the token estimate. Counted with o200k, answers use 0.98 of the target share on
 * average, and 19 of 20 answers use at most 1.08 of it.
 */
const SHARE_MARGIN = 0.995;

const NOTHING = { alike: [], any: false } as const;
/** Times its own length that a budget must have for a notice of what it left out. */
const WORTH = 5;

/** Min lines shown in automatic mode. */
const MIN_SHOWN = 24;

/** A text whose lines are scored. */
export interface Scored {
  readonly request: PruneRequest;
  readonly by: AnsweredBy;
  readonly lines: Lines;
  readonly structure: Structure;
  readonly found: LineScores;
}

/**
 * Chooses the lines that reach the threshold, or the best that fit the limits. Returns undefined if the text stays
 * whole, because a choice would save nothing.
 */
export function* selectLines(scored: Scored): CooperativeTask<Chosen | undefined> {
  const { request, by, lines, found } = scored;
  const { scores, reasons, documentScore } = found;
  const tokens = yield* lineTokens(lines);
  let total = 0;
  for (const t of tokens) total += t;
  const style = lines.chunks ? 'cuts' : (request.markers ?? 'plain');
  const from = toSelection(scored, tokens, style);
  const share = request.targetRatio ?? 1;
  const unmatched = isUnmatched(by.engine, documentScore);
  const room = Math.min(share < 1 ? total * share * SHARE_MARGIN : total, request.maxTokens ?? total);
  const isPart = room >= PARTLY_TOKENS * WORTH && !fits(found.selected ?? [], from, room - PARTLY_TOKENS);
  const reserved = unmatched ? NOTICE_TOKENS : isPart ? PARTLY_TOKENS : 0;
  const limit = room - reserved;
  const limited = request.targetRatio !== undefined || request.maxTokens !== undefined;
  const isFree = !limited && request.threshold === undefined;
  if (limited && total <= room) return undefined;

  yield lines.count;
  const best = yield* chosen(scored, from, { limit: limited ? limit : undefined, unmatched, total });
  const wide = isFree ? yield* widened(scored, from, best, total) : best.keep;
  const keep =
    request.automatic !== undefined ? completed(from, atLeast(MIN_SHOWN, wide, from)) : atLeastOne(wide, scores);
  // Whole pieces would take more than the limit.
  if (request.automatic !== undefined && !limited) wholePieces(lines, scored.structure, keep);
  const folded = limited ? NOTHING : yield* folds(scored, keep);
  const alike = foldedRows(scored) === 'events' ? [...best.alike, ...folded.alike] : [];
  if (isFree && !folded.any && found.threshold === undefined && isUnsure(request, by.kind, documentScore, total)) {
    return undefined;
  }
  const known = limited ? NONE : yield* namedIn(scored, tokens, keep);
  const { firstLine } = request;
  const notice =
    partNotice({ ...found, selected: found.selected ?? best.matched }, keep, firstLine) ??
    alikeNotice(alike, firstLine) ??
    (isFree ? listNotice(scored, keep) : undefined);
  const noticeTokens = unmatched ? NOTICE_TOKENS : notice === undefined ? 0 : PARTLY_TOKENS * Math.max(1, alike.length);
  const overheadTokens = (request.overheadTokens ?? 0) + noticeTokens + known.tokens;
  const isShorter = yield* saves({ ...from, markerTokens: MARKER_TOKENS[style], overheadTokens }, keep);
  const mustHalve = unmatched || isShort(lines.count, total);
  const min = found.byWords === undefined ? 0 : MIN;
  if (!isShorter || (isFree && mustHalve && !halves(cost(from, keep) + known.tokens, total, min))) {
    return undefined;
  }
  yield lines.count;
  const answered = { score: documentScore, recall: found.recall, known: known.runs, notice };
  return { request, by, lines, structure: scored.structure, keep, scores, reasons, ...answered };
}

/**
 * Says how soon alike lines are folded. Logs of servers repeat themselves. A test report says each thing once, however
 * alike its lines are, and lines in an order that the question asks for differ in what it asks.
 */
function foldedRows({ request, structure: { policy }, found }: Scored): 'events' | 'others' {
  const isLog = policy.rows === 'events' && policy.evidence?.states === true;
  return isLog && found.isOrdered !== true && request.automatic === undefined ? 'events' : 'others';
}

/** Tokens that an answer may take: a fixed number, and a share of a longer text. */
const CAP = { tokens: 4000, share: 0.1, most: 8000 } as const;
/** One event of a log answers most questions, unless they are about an order. */
const LOG_CAP = { tokens: 2000, share: 0.02, most: 3000 } as const;
const ORDERED_LOG_CAP = { tokens: 4000, share: 0.02, most: 5000 } as const;
/** Characters from which on a question, such as a whole issue, always has words that the text does not have. */
const LONG = 300;
/** Factor for a list whose rows the question selects for certain, if it is shown whole then. */
const LISTED = 2;

/** Chooses lines by what limits the answer, and by what the question says of the text. */
function* chosen(
  scored: Scored,
  from: Selection,
  {
    limit,
    unmatched,
    total,
  }: { readonly limit: number | undefined; readonly unmatched: boolean; readonly total: number },
): CooperativeTask<Best> {
  const { request, lines, structure, found } = scored;
  const plain = (keep: Uint8Array): Best => ({ keep, alike: [] });
  if (limit !== undefined) return plain(yield* byBudget(from, limit, request.threshold ?? 0));
  if (found.asked === false) return plain(new Uint8Array(lines.count).fill(Kept.chosen));
  if (unmatched || found.isEvery === true) return plain(completed(from, yield* outlineLines(lines, structure)));
  if (request.threshold !== undefined) return plain(byThreshold(from, request.threshold));
  return yield* bestOf(scored, from, total);
}

interface Best {
  readonly keep: Uint8Array;
  /** Lines that were folded before the best were chosen. */
  readonly alike: readonly AlikeLines[];
  /** Lines that answer, if only the best of them fit. */
  readonly matched?: readonly number[];
}

/** Chooses the lines that reach the threshold; the best of them if they are too many to be an answer. */
function* bestOf(scored: Scored, from: Selection, total: number): CooperativeTask<Best> {
  const { request, found } = scored;
  const threshold = found.threshold ?? DEFAULT_THRESHOLD;
  const all = yield* byGains(from, threshold, request.question.length > LONG ? 1 : found.documentScore);
  const least = cost(from, completed(from, from.evidence.slice()));
  const logCap = found.isOrdered === true ? ORDERED_LOG_CAP : LOG_CAP;
  const room = scored.structure.policy.rows === 'events' ? logCap : CAP;
  const cap = Math.min(room.tokens + room.share * total, room.most) + least;
  const mayBeLong = found.threshold !== undefined || request.automatic !== undefined;
  if (mayBeLong || cost(from, all) <= cap) return { keep: all, alike: [] };
  const folded = all.slice();
  const { alike } = yield* folds(scored, folded);
  if (cost(from, folded) <= cap) return { keep: all, alike: [] };
  const isFolded = (i: number): boolean => all[i] !== Kept.no && folded[i] === Kept.no;
  const apart = {
    ...from,
    scores: from.scores.map((score, i) => (isFolded(i) ? 0 : score)),
    gains: from.gains?.map((gain, i) => (isFolded(i) ? 0 : gain)),
  };
  const matched = [...folded.keys()].filter((i) => folded[i] === Kept.chosen && from.evidence[i] === 0);
  const isListed = found.selected !== undefined && fits(found.selected, from, cap * LISTED);
  return { keep: yield* byBudget(apart, isListed ? cap * LISTED : cap, threshold), alike, matched };
}

/** Folds lines that say the same. Returns what it counts, and true if it dropped any. */
function* folds(scored: Scored, keep: Uint8Array): CooperativeTask<{ alike: readonly AlikeLines[]; any: boolean }> {
  const { by, lines, found, structure } = scored;
  const repeats = { lines, kind: by.kind, scores: found.scores, evidence: structure.evidence };
  const alike = yield* foldAlike(repeats, keep, { rows: foldedRows(scored), question: scored.request.question });
  return { alike, any: foldRepeats(repeats, keep) || alike.length > 0 };
}

/** Adds lines around those that were chosen by words alone. */
function* widened(
  scored: Scored,
  from: Selection,
  { keep: best, matched }: Best,
  total: number,
): CooperativeTask<Uint8Array> {
  const { request, structure, found } = scored;
  if (isPrinted(scored)) {
    const { reasons, within } = found;
    const isCapped = matched !== undefined;
    return yield* widenAnswer({ from, structure, reasons, question: request.question, total, within, isCapped }, best);
  }
  return matched === undefined && isPrintedCode(scored)
    ? filledUp(from, best, Math.min(total * CODE.share, CODE.tokens))
    : best;
}

/** True if all these lines can be shown within `room` tokens, with a marker for each. */
function fits(some: readonly number[], { tokens, markerTokens }: Selection, room: number): boolean {
  let sum = 0;
  for (const line of some) sum += (tokens[line] as number) + markerTokens;
  return sum <= room;
}

type Style = keyof typeof MARKER_TOKENS;

function toSelection({ request, lines, structure, found }: Scored, tokens: Int32Array, style: Style): Selection {
  const { scores, gains } = found;
  const { evidence, headers = new Int32Array(lines.count).fill(-1), names, records, aside } = structure;
  // A token limit is a bound; a share is meant to be used up.
  const markerTokens = (request.maxTokens === undefined ? USUAL_MARKER_TOKENS : MARKER_TOKENS)[style];
  return { lines, scores, tokens, markerTokens, evidence, headers, names, records, aside, gains };
}

/**
 * True if position is more informative than words: in program output, but not in code, diffs, or chunks of long lines.
 */
function isPrinted({ by, request, found, lines }: Scored): boolean {
  if (found.byWords !== true || found.threshold !== undefined || request.automatic !== undefined) return false;
  return by.kind !== 'source' && by.kind !== 'diff' && lines.chunks === undefined;
}

/**
 * Limits for code that a command printed: share of the code and tokens up to which the best lines are shown, and
 * definitions per line in code.
 */
const CODE = { share: 0.4, tokens: 1600, named: 0.07 } as const;

/** True for code without a path: a command printed one or more files, and the caller has not seen which. */
function isPrintedCode({ by, request, found, lines, structure }: Scored): boolean {
  if (found.byWords !== true || found.threshold !== undefined || request.automatic !== undefined) return false;
  return by.kind === 'source' && request.path === undefined && structure.shape.names.size >= lines.count * CODE.named;
}

const NONE: Named = { runs: [], tokens: 0 };

/** Names lines that were given before: all of them in automatic mode, otherwise those that are omitted anyway. */
function* namedIn({ request, lines, structure }: Scored, tokens: Int32Array, keep: Uint8Array): CooperativeTask<Named> {
  const given = request.context?.given;
  // Chunks of a long line do not match lines that were given before.
  if (given === undefined || lines.chunks !== undefined) return NONE;
  const { firstLine = 1, automatic, markers: style = 'plain' } = request;
  const shown = automatic === undefined ? keep.slice() : structure.evidence;
  const known = yield* knownRuns(lines, given);
  if (automatic !== undefined && isMostlyKnown(known, lines.count)) keep.fill(Kept.chosen);
  const named = nameKnown({ lines, tokens, markerTokens: MARKER_TOKENS[style], shown, firstLine }, known, keep);
  if (automatic !== undefined && hasPieces(structure.policy.kind)) fillBeside(named, keep);
  return named;
}

/** Shows short gaps beside lines that were given before. */
function fillBeside({ runs }: Named, keep: Uint8Array): void {
  for (const { from, to } of runs) keep.fill(Kept.chosen, from, to);
  fillGaps(keep);
  for (const { from, to } of runs) keep.fill(Kept.no, from, to);
}

/** Max lines and max tokens of a short text. Either is enough. */
const SHORT = { lines: 100, tokens: 600 } as const;

function isShort(lines: number, tokens: number): boolean {
  return lines < SHORT.lines || tokens < SHORT.tokens;
}

/**
 * Max tokens of a text that is kept whole if it has little of the question. A code file names what it defines, while
 * command output may answer in other words. In JSON and prose, a line says little without its neighbors.
 */
const UNSURE = { score: 0.45, printed: 1100, told: 1250, code: 740 } as const;

/**
 * True if the text is short and has few of the question's words. It may answer in other words, so it is shown whole.
 */
function isUnsure({ automatic, path }: PruneRequest, kind: TextKind, score: number, tokens: number): boolean {
  if (automatic !== undefined || score >= UNSURE.score) return false;
  if (score === 0 || (kind === 'source' && path !== undefined)) return tokens < UNSURE.code;
  return tokens < (kind === 'json' || kind === 'prose' ? UNSURE.told : UNSURE.printed);
}

/** Tokens below which no part of a text is worth a marker and the call that reads it back. */
const MIN = 300;

/**
 * True if pruning removes at least half. Short and merely outlined texts are cut only then, because reading them back
 * costs a call.
 */
function halves(shown: number, total: number, min: number): boolean {
  return total >= min && shown <= total / 2;
}
