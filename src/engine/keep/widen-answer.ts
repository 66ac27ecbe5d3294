import { type CooperativeTask, parts } from '../../text/cooperative-task.ts';
import { oddRowLines } from '../score/order/odd-rows.ts';
import { Reason } from '../score/scorer.ts';
import { lineHead } from '../structure/line-head.ts';
import { type Outline, Role } from '../structure/outline.ts';
import type { Policy } from '../structure/policy.ts';
import type { Structure } from '../structure/structure.ts';
import { askedValues } from './asked-values.ts';
import { completed, cost, filledUp, Kept, type Selection } from './select.ts';

/** Max lines of a paragraph. Test reports have no blank lines, so theirs may be longer. */
const PARAGRAPH = 30;
const REPORT = 300;

interface FollowedLines {
  readonly keep: Uint8Array;
  readonly reasons: Uint8Array;
  readonly scores: Float32Array;
  readonly shape: Outline;
  readonly policy: Policy;
  readonly quiet: Uint8Array | undefined;
}

/** Keeps up to `max` lines of the paragraph below each chosen line that matches. */
function withFollowing({ keep, reasons, scores, shape, policy, quiet }: FollowedLines, max: number): Uint8Array {
  const { roles } = shape;
  const n = keep.length;
  const ends = paragraphEnds(roles);
  const longest = policy.evidence?.records === undefined ? PARAGRAPH : REPORT;
  const wider = keep.slice();
  const choose = (line: number): void => {
    if (wider[line] === Kept.no) wider[line] = Kept.chosen;
  };
  for (let i = 0; i < n; i++) {
    if (keep[i] !== Kept.chosen || reasons[i] !== Reason.match) continue;
    const end = ends[i] as number;
    // A row of a list says nothing about the next one.
    if (policy.rows !== 'list' && (scores[i] as number) >= 0.5 && end - i <= longest)
      for (let k = i + 1; k <= i + max && k < end && quiet?.[k] !== 1; k++) choose(k);
  }
  return wider;
}

/** Returns, for each line, the line after its paragraph. */
function paragraphEnds(roles: Uint8Array): Int32Array {
  const ends = new Int32Array(roles.length);
  for (let i = roles.length - 1, end = roles.length; i >= 0; i--) {
    if (roles[i] === Role.blank) end = i;
    ends[i] = end;
  }
  return ends;
}

/** Share of a text up to which an answer counts as small. */
const SMALL = 0.24;
/**
 * Max following lines of a paragraph to add to a small answer: the first of these that keeps it small.
 * `FOLLOWING_LARGE` is the max for an answer that is not small.
 */
const FOLLOWING = [8, 6, 4, 2, 1] as const;
const FOLLOWING_LARGE = 6;
/** An answer below this share of the text and this many tokens has room for more. */
const ROOM = { share: 0.2, tokens: 400 } as const;
const ROOM_OF_JSON = { share: 0.24, tokens: 1200 } as const;
/**
 * Worth of lines that probably answer if the best lines do not: the first and last lines, neighbors of the best,
 * values.
 */
const HEAD = { lines: 6, worth: 0.9, min: 3 } as const;
const TAIL = { lines: 3, worth: 0.6 } as const;
const BEFORE = { lines: 2, worth: 0.1 } as const;
const AFTER = { lines: 8, worth: 0.37 } as const;
const OF_BEST = 0.3;
const FADE = 0.02;
const VALUE = 0.3;
/** Worth of a line that differs from nearly all others, and the room for such lines beyond a full answer. */
const ODD_WORTH = 0.8;
const ODD_ROOM = { lines: 8, tokens: 300, share: 0.06 } as const;
/** Share of lines above which values of a kind no longer distinguish lines. */
const MAX = 0.5;
/** Cost of the scan for values, as a share of the cost of counting tokens. */
const SHARE = 0.15;

export interface AnswerParts {
  readonly from: Selection;
  readonly structure: Pick<Structure, 'shape' | 'policy' | 'quiet'>;
  readonly reasons: Uint8Array;
  readonly question: string;
  /** Lines that may be neighbors of an answer, one byte a line. Default: all. */
  readonly within?: Uint8Array | undefined;
  /** Tokens of the text. */
  readonly total: number;
  /** True if more lines answer than can be shown. */
  readonly isCapped: boolean;
}

/** Extends an answer, unless it is capped, and adds lines that differ from nearly all others. */
export function* widenAnswer(answer: AnswerParts, keep: Uint8Array): CooperativeTask<Uint8Array> {
  const { from, total, structure, isCapped } = answer;
  const odd = (yield* oddAnswers(from, structure)).slice(0, ODD_ROOM.lines);
  return withOdd(from, isCapped ? keep : yield* extended(answer, keep, odd), odd, total);
}

/**
 * Extends answering lines with the rest of their paragraph, because programs print a name or heading first and the
 * details below. A small answer is then filled up with other likely lines.
 */
function* extended(answer: AnswerParts, keep: Uint8Array, odd: readonly number[]): CooperativeTask<Uint8Array> {
  const { from, total, structure } = answer;
  const wider = yield* followed(answer, keep);
  const { share, tokens } = structure.policy.kind === 'json' ? ROOM_OF_JSON : ROOM;
  const room = Math.min(total * share, tokens);
  if (cost(from, wider) >= room) {
    const headed = completed(from, withHead(wider, structure.shape.roles));
    return cost(from, headed) <= total * SMALL ? headed : wider;
  }
  const scores = yield* likelyBesides(answer, wider, odd);
  yield keep.length * 2;
  return completed(from, filledUp({ ...from, scores }, wider, room));
}

/** Adds lines that differ from nearly all others, within a small budget. */
function withOdd(from: Selection, keep: Uint8Array, odd: readonly number[], total: number): Uint8Array {
  const room = cost(from, keep) + Math.min(ODD_ROOM.tokens, total * ODD_ROOM.share);
  let wider = keep;
  for (const i of odd) {
    if (wider[i] !== Kept.no) continue;
    const more = wider.slice();
    more[i] = Kept.chosen;
    completed(from, more);
    if (cost(from, more) <= room) wider = more;
  }
  return wider;
}

/** Keeps the first lines, where a program says what it is and what it reports. */
function withHead(keep: Uint8Array, roles: Uint8Array): Uint8Array {
  const headed = keep.slice();
  for (let i = 0, left: number = HEAD.min; i < keep.length && left > 0; i++) {
    if (roles[i] === Role.blank) continue;
    if (headed[i] === Kept.no) headed[i] = Kept.chosen;
    left--;
  }
  return headed;
}

function* followed({ from, structure, reasons, total }: AnswerParts, keep: Uint8Array): CooperativeTask<Uint8Array> {
  const chosen = { keep, reasons, scores: from.scores, ...structure };
  const small = total * SMALL;
  yield keep.length;
  if (cost(from, keep) > small) return completed(from, withFollowing(chosen, FOLLOWING_LARGE));
  for (const max of FOLLOWING) {
    yield keep.length;
    const wider = completed(from, withFollowing(chosen, max));
    if (cost(from, wider) <= small) return wider;
  }
  return keep;
}

/** Scores how likely each line is to answer if the best lines do not, 0..1. */
function* likelyBesides(
  { from, structure, question, within }: AnswerParts,
  keep: Uint8Array,
  odd: readonly number[],
): CooperativeTask<Float32Array> {
  const { shape, quiet } = structure;
  const { roles } = shape;
  const isAside = (i: number): boolean => roles[i] === Role.blank || quiet?.[i] === 1;
  const n = keep.length;
  const likely = from.scores.map((score) => score / 2);
  for (const i of odd) if (!isAside(i)) likely[i] = Math.max(likely[i] as number, ODD_WORTH);
  const marked = yield* linesWithValues(from, question);
  if (marked.length <= n * MAX) for (const i of marked) likely[i] = (likely[i] as number) + VALUE;
  yield n * 2;
  const raise = (i: number, worth: number): void => {
    if (i >= 0 && i < n && !isAside(i)) likely[i] = Math.max(likely[i] as number, worth);
  };
  for (let i = 0; i < n; i++) {
    const score = from.scores[i] as number;
    if (keep[i] !== Kept.chosen || score < 0.5) continue;
    for (let k = 1; k <= BEFORE.lines; k++) raise(i - k, OF_BEST * score + BEFORE.worth - FADE * k);
    for (let k = 1; k <= AFTER.lines && i + k < n && roles[i + k] !== Role.blank; k++)
      raise(i + k, OF_BEST * score + AFTER.worth - FADE * k);
  }
  for (let i = 0, left: number = HEAD.lines; i < n && left > 0; i++) {
    if (isAside(i)) continue;
    raise(i, HEAD.worth);
    left--;
  }
  for (let i = n - 1, left: number = TAIL.lines; i >= 0 && left > 0; i--) {
    if (isAside(i)) continue;
    raise(i, TAIL.worth);
    left--;
  }
  within?.forEach((is, i) => {
    if (is === 0) likely[i] = 0;
  });
  return likely;
}

function* oddAnswers(
  { lines, headers }: Selection,
  { shape, policy }: AnswerParts['structure'],
): CooperativeTask<readonly number[]> {
  if (policy.rows === undefined && policy.kind !== 'data') return [];
  const isRows = policy.kind !== 'json' && policy.name !== 'yaml' && policy.keyed !== true && policy.named !== true;
  const isTitle = new Set(headers);
  return (yield* oddRowLines(lines, shape, isRows)).filter((i) => !isTitle.has(i) && shape.roles[i] !== Role.blank);
}

function* linesWithValues({ lines }: Selection, question: string): CooperativeTask<readonly number[]> {
  const marked: number[] = [];
  const patterns = askedValues(question);
  if (patterns.length === 0) return marked;
  yield* parts(lines, SHARE, (first, end) => {
    for (let i = first; i < end; i++) {
      const line = lineHead(lines, i);
      if (patterns.some((pattern) => pattern.test(line))) marked.push(i);
    }
  });
  return marked;
}
