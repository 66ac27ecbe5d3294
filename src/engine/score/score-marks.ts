import { type CooperativeTask, parts } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import { columnTitles } from '../structure/headers.ts';
import { lineHead } from '../structure/line-head.ts';
import type { Mark } from '../structure/marks/mark.ts';
import { CONSTANTS, PRINTED, STATES } from '../structure/marks/printed-marks.ts';
import { Role } from '../structure/outline.ts';
import type { Structure } from '../structure/structure.ts';
import { usesOfConstants } from './decisive-place.ts';
import { namesMore } from './order/asked-order.ts';
import { DIFFERS, oddRowLines } from './order/odd-rows.ts';
import { DEFAULT_THRESHOLD, type Document, type LineScores, Reason } from './scorer.ts';
import { raiseMarked } from './shared-words.ts';

/** Score of a line with the requested mark, and the share that its own words add. */
const MARKED = 0.8;
const MATCHED = 0.6;
const OWN = 0.2;
/** Share of lines above which a mark distinguishes none. */
const MAX = 0.5;
/**
 * Share of the question below which the words found are no answer, and the factor for their scores if there is a
 * mark.
 */
const BARELY = 0.25;
const ASIDE = 0.45;
/** Min score of a line that words single out, and max number of them. */
const SINGLE = 0.95;
const FEW_LINES = 3;
/** Gain of a marked line; trees give at most 1. */
const MOST = 2;
/** Relevance of a text that answers by a mark. */
const ANSWERED = 0.5;
/** Stands for whatever differs; no pattern knows it. */
const ODD_ONES: Mark = { asked: DIFFERS, line: /(?!)/ };
/** Cost of the scan for a mark, as a share of the cost of counting tokens. */
const SHARE = 0.15;

/**
 * Raises the scores of lines with a mark for something the question asks in words, and of lines below a heading with
 * one.
 */
export function* scoreMarks(
  { lines }: Pick<Document, 'lines'>,
  structure: Pick<Structure, 'policy' | 'headers' | 'shape'>,
  found: { -readonly [K in keyof LineScores]: LineScores[K] },
  question: string,
): CooperativeTask<void> {
  const { policy, headers } = structure;
  // One place of a file answers for certain.
  if (policy.kind === 'source' && found.byWords === false) return;
  const isPrinted = policy.kind !== 'source' && policy.kind !== 'diff' && policy.name !== 'markdown';
  const marks = [
    ...(policy.marks ?? []),
    ...(isPrinted ? PRINTED : []),
    ...(isPrinted && policy.kind !== 'log' ? STATES : []),
  ];
  const isTable = policy.rows === 'list' && policy.headers === columnTitles;
  const hasOdd = isTable || policy.named === true || policy.keyed === true;
  const asked = marks.filter((mark) => mark.asked.test(question));
  if (hasOdd && DIFFERS.test(question) && !asked.some((mark) => STATES.includes(mark))) asked.push(ODD_ONES);
  for (const mark of asked) {
    const isState = STATES.includes(mark) || mark === ODD_ONES;
    const odd = isState && hasOdd ? yield* oddRowLines(lines, structure.shape, isTable) : [];
    const marked = [...new Set([...(yield* linesWith(lines, mark, headers)), ...odd])];
    if (marked.length === 0) continue;
    if (marked.length > lines.count * (mark.max ?? MAX)) {
      const isAll = asked.length === 1 && !namesMore(question.replace(mark.asked, ' '));
      if (isAll && isEveryLine(lines, structure, marked)) {
        found.documentScore = Math.max(found.documentScore, ANSWERED);
        found.byWords = false;
        found.selected = marked;
        found.isEvery = true;
        return;
      }
      // If no word matches, marked lines are a better answer than none, even if they are most of the text.
      if (found.documentScore > 0) continue;
    }
    // If the words cover little of the question, they count less than the mark.
    if (isPrinted && (found.documentScore < BARELY || isBlunt(found.scores))) found.scores = lowered(found.scores);
    // A question that says which thing is wrong is answered by its words first.
    const least = isState && found.documentScore >= ANSWERED ? MATCHED : MARKED;
    found.documentScore = Math.max(found.documentScore, ANSWERED);
    if (policy.rows === 'list')
      found.selected = [...new Set([...(found.selected ?? []), ...marked])].toSorted((a, b) => a - b);
    for (const i of marked) {
      found.scores[i] = Math.max(found.scores[i] as number, least + OWN * (found.scores[i] as number));
      found.reasons[i] = Reason.match;
      if (found.gains) found.gains[i] = MOST;
    }
    if (CONSTANTS.includes(mark) && marked.length <= FEW_LINES) raiseUses(lines, found, marked);
    if (found.list !== undefined && isState) raiseMarked(found, found.list, marked, least);
  }
}

/** Raises the uses of a few constants, where it stands what they are for. */
function raiseUses(lines: Document['lines'], { scores, reasons, gains }: LineScores, marked: readonly number[]): void {
  for (const i of usesOfConstants(lines, marked)) {
    scores[i] = Math.max(scores[i] as number, MATCHED);
    reasons[i] = Reason.match;
    if (gains) gains[i] = Math.max(gains[i] as number, 1);
  }
}

/** Lowers the scores of all lines but the few that words single out. */
function lowered(scores: Float32Array): Float32Array {
  let best = 0;
  for (const score of scores) if (score >= SINGLE) best++;
  return scores.map((score) => (score >= SINGLE && best <= FEW_LINES ? score : score * ASIDE));
}

/** True if words do not tell lines apart: most of them match. */
function isBlunt(scores: Float32Array): boolean {
  let matched = 0;
  for (const score of scores) if (score >= DEFAULT_THRESHOLD) matched++;
  return matched > scores.length * MAX;
}

/** Min marked lines for the notice that every line matches. */
const MIN_EVERY = 20;

/** True if all lines of a list are marked, except blank lines and lines that enclose others. */
function isEveryLine(
  { count }: Lines,
  { policy, headers, shape }: Pick<Structure, 'policy' | 'headers' | 'shape'>,
  marked: readonly number[],
): boolean {
  if (policy.rows !== 'list' || marked.length < MIN_EVERY) return false;
  const covered = new Uint8Array(count);
  for (const i of marked) covered[i] = 1;
  for (const header of headers ?? []) if (header >= 0) covered[header] = 1;
  return covered.every((is, i) => is === 1 || shape.roles[i] === Role.blank);
}

function* linesWith(
  lines: Document['lines'],
  { line: pattern, alone = false }: Mark,
  headers: Int32Array | undefined,
): CooperativeTask<readonly number[]> {
  const marked: number[] = [];
  const isMarked = new Uint8Array(lines.count);
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      if (lines.starts[i] === lines.ends[i]) continue;
      const header = alone ? -1 : (headers?.[i] ?? -1);
      if (!(header >= 0 && isMarked[header] === 1) && !pattern.test(lineHead(lines, i))) continue;
      isMarked[i] = 1;
      marked.push(i);
    }
  });
  return marked;
}
