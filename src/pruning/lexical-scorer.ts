import { toBlocks, toPieces } from './blocks.ts';
import { calibrate } from './calibrate.ts';
import { calleeScores } from './callees.ts';
import { findMatches, type Matches } from './matches.ts';
import { Role } from './outline.ts';
import { proximity } from './proximity.ts';
import { type Question, readQuestion } from './question.ts';
import { runScores } from './run-scores.ts';
import { scoreRecords } from './score-records.ts';
import { type Document, type LineScorer, type LineScores, Reason } from './scorer.ts';
import { atOnce, type Steps } from './steps.ts';
import { coverage, LEAST_SCORE, termWeights } from './term-weights.ts';
import { WEIGHTS } from './weights.ts';

/** In lists each line stands for itself: what is on it counts more, what is near it less. */
const LISTED = { line: 1.5, fade: 0.5 };
/** What a line takes in a pass over lines, in characters' worth of counting tokens. */
const LINE = { cut: 1, rank: 0.5 } as const;

/** Ranks lines by the words they share with the question: by block, by piece, by what is near, by the names defined. */
export const lexicalScorer: LineScorer & Required<Pick<LineScorer, 'steps'>> = {
  name: 'lexical',
  version: '5',
  score: (document, question) => atOnce(steps(document, question)),
  steps,
};

function* steps(document: Document, question: string): Steps<LineScores> {
  const asked = readQuestion(question);
  const n = document.lines.count;
  const matches = yield* findMatches(document.lines, asked);
  if (matches.count === 0) {
    const isAsked = asked.terms.length > 0;
    return {
      scores: structureScores(document),
      reasons: new Uint8Array(n),
      documentScore: isAsked ? 0 : LEAST_SCORE,
      asked: isAsked,
    };
  }
  return document.records === undefined
    ? yield* scoreMatches(document, asked, matches)
    : yield* scoreRecords(document, asked, matches);
}

/**
 * For a question that shares no word with the text: an outline, all below the default threshold. What is defined comes
 * first, then the beginning, and the end of logs.
 */
function structureScores(document: Document): Float32Array {
  const { roles } = document.shape;
  const n = roles.length;
  const scores = new Float32Array(n);
  for (let i = 0; i < n; i++) {
    const role = roles[i] as number;
    const place = document.kind === 'log' ? i / n : 1 - i / n;
    scores[i] =
      (role === Role.definition ? 0.25 : role === Role.blank || role === Role.include ? 0 : 0.05) + 0.1 * place;
  }
  return scores;
}

function* scoreMatches(document: Document, asked: Question, matches: Matches): Steps<LineScores> {
  const { shape, lines } = document;
  const n = lines.count;
  const w = WEIGHTS;
  const listed = document.kind === 'log' || document.kind === 'search' || document.kind === 'data';
  const line = listed ? LISTED.line : w.line;
  yield n * LINE.cut;
  const blocks = toBlocks(lines, shape, document.kind);
  const pieces = toPieces(shape, blocks);
  for (let i = 0; i < matches.count; i++) {
    if (shape.roles[matches.lines[i] as number] === Role.comment)
      matches.strengths[i] = Math.max(1, (matches.strengths[i] as number) * w.commentHit);
  }
  const rarity = termWeights(asked, matches, pieces);
  yield n * LINE.rank;
  const blockScores = runScores(blocks, matches, rarity, w.blockLength);
  const pieceScores = runScores(pieces, matches, rarity, w.pieceLength);
  const near = yield* proximity(matches, rarity, blocks.of, n, listed ? LISTED.fade : w.fade);
  yield n * LINE.rank;
  const names = nameScores(document, asked, matches, rarity);

  const raw = new Float32Array(n);
  const reasons = new Uint8Array(n);
  const own = new Float32Array(n);
  for (let i = 0; i < matches.count; i++) {
    own[matches.lines[i] as number] =
      (own[matches.lines[i] as number] as number) +
      (rarity[matches.terms[i] as number] as number) * ((matches.strengths[i] as number) / 255);
  }
  let mostOwn = 0;
  for (let i = 0; i < n; i++) mostOwn = Math.max(mostOwn, own[i] as number);

  yield n * LINE.rank;
  // The best name defined in a block speaks for all its lines.
  const blockNames = new Float32Array(blocks.count);
  for (const [line, s] of names) {
    const b = blocks.of[line] as number;
    blockNames[b] = Math.max(blockNames[b] as number, s);
  }
  for (let i = 0; i < n; i++) {
    const b = blocks.of[i] as number;
    const parent = shape.parents[i] as number;
    const bs = w.block * (blockScores[b] as number);
    const nm = w.name * (blockNames[b] as number);
    let s =
      bs +
      w.piece * (pieceScores[pieces.of[i] as number] as number) +
      w.near * (near[i] as number) +
      (line * (own[i] as number)) / mostOwn +
      nm;
    const mine = names.get(i);
    if (mine) s += w.nameOwn * mine;
    if (parent >= 0) s += w.parent * (names.get(parent) ?? 0);
    const role = shape.roles[i] as number;
    if (role === Role.include) s *= w.include;
    else if (role === Role.comment) s *= w.comment;
    raw[i] = s;
    reasons[i] = mine
      ? Reason.definition
      : (own[i] as number) > 0
        ? Reason.match
        : bs + nm > 0
          ? Reason.block
          : s > 0
            ? Reason.neighbour
            : Reason.none;
  }
  if (w.callee > 0) {
    yield n * LINE.rank;
    const called = calleeScores(document, blocks, raw);
    for (let i = 0; i < n; i++) {
      const c = called[blocks.of[i] as number] as number;
      if (c === 0) continue;
      raw[i] = (raw[i] as number) + w.callee * c * (shape.roles[i] === Role.comment ? w.comment : 1);
      if (reasons[i] === Reason.none || reasons[i] === Reason.neighbour) reasons[i] = Reason.block;
    }
  }
  yield n * LINE.rank;
  return { scores: calibrate(raw, document), reasons, documentScore: coverage(matches, rarity) };
}

/** For each definition with a matching name: how much of the name and of the question it covers, beside the best one. */
function nameScores(document: Document, asked: Question, matches: Matches, rarity: Float64Array): Map<number, number> {
  const out = new Map<number, number>();
  const { text } = document.lines;
  let previous = -1;
  for (let i = 0; i < matches.count; i++) {
    const line = matches.lines[i] as number;
    if (line === previous) continue;
    previous = line;
    const name = document.shape.names.get(line);
    if (!name) continue;
    const s = nameScore(text.slice(name.from, Math.min(name.to, name.from + 120)), asked, rarity);
    if (s > 0) out.set(line, s);
  }
  let most = 0;
  for (const s of out.values()) most = Math.max(most, s);
  for (const [line, s] of out) out.set(line, s / most);
  return out;
}

function nameScore(name: string, asked: Question, rarity: Float64Array): number {
  let matched = 0;
  let words = 0;
  let sum = 0;
  for (const word of name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9\u0080-\uffff]+/)) {
    if (word === '') continue;
    words++;
    const m = asked.match(word.toLowerCase());
    if (!m) continue;
    matched += m.strength;
    sum += (rarity[m.term] as number) * m.strength;
  }
  if (words === 0) return 0;
  const whole = asked.matchName(name.replaceAll(/[^A-Za-z0-9\u0080-\uffff]/g, '').toLowerCase());
  if (whole) sum += rarity[whole.term] as number;
  return sum * (WEIGHTS.nameWhole + ((1 - WEIGHTS.nameWhole) * matched) / words);
}
