import { atOnce, type CooperativeTask } from '../../text/cooperative-task.ts';
import { lineHead } from '../structure/line-head.ts';
import { calibrate, RECORDS } from './calibrate.ts';
import { recallByLength } from './expected-recall.ts';
import { findMatches, type Matches } from './matches.ts';
import { type Question, readQuestion } from './question/question.ts';
import { runScores } from './run-scores.ts';
import { scoreUnmatched } from './score-unmatched.ts';
import { DEFAULT_THRESHOLD, type Document, type LineScorer, type LineScores, Reason } from './scorer.ts';
import { partShared, raiseFields } from './shared-words.ts';
import { coverage, termWeights } from './term-weights.ts';
import { weighWords } from './word-weights.ts';

/** Weight of a record's length, 0..1. A thorough commit message is not worse for its length. */
const LENGTH = 0.35;
/** Share of a line's score passed to the lines it encloses: a question about a folder wants its content. */
const INHERITED = 0.6;
/** Share of lines above which an enclosing line, such as column titles, says nothing about any of them. */
const EVERYWHERE = 0.4;
/** Cost of a line in one pass, in characters of token counting. */
const LINE = 0.5;

/**
 * Scores records by their own words and those of the lines that enclose them. All lines of a record score the same.
 * Throws if the document has no records.
 */
function* scoreRecords(document: Document, asked: Question, matches: Matches): CooperativeTask<LineScores> {
  const { lines, records, headers, prior } = document;
  if (records === undefined) throw new Error('cannot score records: the document has none');
  const n = lines.count;
  yield n * LINE;
  if (prior) weighLines(document, matches, prior);
  const weights = termWeights(asked, matches, records);
  const own = runScores(records, matches, weights, LENGTH);
  if (headers) inherit(own, document, headers);
  yield n * LINE;
  const scores = new Float32Array(n);
  const reasons = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    const score = own[records.of[i] as number] as number;
    scores[i] = score;
    if (score > 0) reasons[i] = Reason.block;
  }
  for (let i = 0; i < matches.count; i++) reasons[matches.lines[i] as number] = Reason.match;
  return {
    scores: calibrate(scores, document, RECORDS),
    reasons,
    documentScore: coverage(matches, weights),
    byWords: true,
  };
}

function weighLines({ lines }: Document, matches: Matches, prior: (line: string) => number): void {
  let last = -1;
  let weight = 1;
  for (let i = 0; i < matches.count; i++) {
    const line = matches.lines[i] as number;
    if (line !== last) weight = prior(lineHead(lines, line));
    last = line;
    if (weight !== 1) matches.strengths[i] = Math.min(255, Math.max(1, (matches.strengths[i] as number) * weight));
  }
}

/** Gives every record the best inherited score of the lines that enclose it. */
function inherit(scores: Float32Array, { lines, records }: Document, headers: Int32Array): void {
  if (records === undefined) return;
  const n = lines.count;
  // Number of lines below each line, at any depth.
  const below = new Int32Array(n);
  for (let i = n - 1; i >= 0; i--) {
    const header = headers[i] as number;
    if (header >= 0 && header < i) below[header] = (below[header] as number) + (below[i] as number) + 1;
  }
  // A line that encloses nearly everything distinguishes nothing, so its score must not set the scale.
  const isAll = new Uint8Array(scores.length);
  for (let i = 0; i < n; i++) if ((below[i] as number) > n * EVERYWHERE) isAll[records.of[i] as number] = 1;
  let best = 0;
  for (let r = 0; r < scores.length; r++) if (isAll[r] === 0) best = Math.max(best, scores[r] as number);
  if (best > 0)
    for (let r = 0; r < scores.length; r++) if (isAll[r] === 1) scores[r] = Math.min(scores[r] as number, best);
  const before = scores.slice();
  const from = new Float32Array(n);
  for (let i = 0; i < n; i++) {
    const header = headers[i] as number;
    if (header < 0 || header >= i) continue;
    const said = (below[header] as number) > n * EVERYWHERE ? 0 : (before[records.of[header] as number] as number);
    from[i] = Math.max(from[header] as number, INHERITED * said);
    const record = records.of[i] as number;
    const own = before[record] as number;
    scores[record] = Math.max(scores[record] as number, own + (from[i] as number));
  }
}

/** Ranks lines by the words they share with the question: per block, per chunk, by proximity, and by defined names. */
export const lexicalScorer: LineScorer & Required<Pick<LineScorer, 'steps'>> = {
  name: 'lexical',
  version: '15',
  score: (document, question) => atOnce(steps(document, question)),
  steps,
};

function* steps(document: Document, question: string): CooperativeTask<LineScores> {
  return { ...(yield* scored(document, question)), recall: recallByLength(document.lines) };
}

function* scored(document: Document, question: string): CooperativeTask<LineScores> {
  const asked = readQuestion(question);
  const all = yield* findMatches(document.lines, asked);
  if (all.count === 0) return scoreUnmatched(document, asked);
  const inList = document.kind === 'json' || document.kind === 'data' ? yield* partShared(all, document) : undefined;
  const found = yield* scoreMatches(document, asked, inList?.tells === true ? inList.apart : all);
  if (inList?.tells !== true) return { ...found, list: inList };
  const within = yield* raiseFields(found, inList);
  const selected = [...new Set(inList.apart.lines)].filter(
    (line) => (found.scores[line] as number) >= DEFAULT_THRESHOLD,
  );
  return { ...found, within, selected, list: inList };
}

function* scoreMatches(document: Document, asked: Question, matches: Matches): CooperativeTask<LineScores> {
  if (document.records !== undefined) return yield* scoreRecords(document, asked, matches);
  const { raw, reasons, rarity } = yield* weighWords(document, asked, matches);
  return { scores: calibrate(raw, document), reasons, documentScore: coverage(matches, rarity), byWords: true };
}
