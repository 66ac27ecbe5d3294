import type { CooperativeTask } from '../../text/cooperative-task.ts';
import { eachName } from '../../text/words.ts';
import { type Runs, toBlockChunks, toBlocks } from '../structure/blocks.ts';
import { type Outline, Role } from '../structure/outline.ts';
import type { Matches } from './matches.ts';
import { proximity } from './proximity.ts';
import type { Question } from './question/question.ts';
import { runScores } from './run-scores.ts';
import { type Document, Reason } from './scorer.ts';
import { termWeights } from './term-weights.ts';
import { WEIGHTS } from './weights.ts';

/**
 * Scores each definition with a matching name by how much of the name and the question it covers, relative to the
 * best.
 */
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
  let max = 0;
  for (const s of out.values()) max = Math.max(max, s);
  for (const [line, s] of out) out.set(line, s / max);
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

const NEARLY_BEST = 0.6;
const MAX_LINES = 60;

/**
 * Scores blocks that define a name used on one of the best lines: that line's score relative to the best, at most 1.
 * Skips names with several definitions, and uses within the defining block.
 */
function calleeScores(document: Document, blocks: Runs, scores: Float32Array): Float32Array {
  const out = new Float32Array(blocks.count);
  const { text, starts, ends } = document.lines;
  const definedAt = new Map<string, number>();
  for (const [line, name] of document.shape.names) {
    const word = text.slice(name.from, Math.min(name.to, name.from + 64));
    if (word.length > 3) definedAt.set(word, definedAt.has(word) ? -1 : line);
  }
  if (definedAt.size === 0) return out;
  let max = 0;
  for (let i = 0; i < scores.length; i++) max = Math.max(max, scores[i] as number);
  let looked = 0;
  for (let i = 0; i < scores.length && looked < MAX_LINES; i++) {
    if ((scores[i] as number) < NEARLY_BEST * max) continue;
    looked++;
    const own = blocks.of[i] as number;
    eachName(text, starts[i] as number, ends[i] as number, (from, to) => {
      if (to - from < 4 || to - from > 64) return;
      const line = definedAt.get(text.slice(from, to)) ?? -1;
      if (line < 0 || blocks.of[line] === own) return;
      const b = blocks.of[line] as number;
      out[b] = Math.max(out[b] as number, (scores[i] as number) / max);
    });
  }
  return out;
}

/** Weights in lists, where each line stands for itself: its own words count more, nearby ones less. */
const LISTED = { line: 1.5, fade: 0.5 };
/** Cost of a line in one pass, in characters of token counting. */
const LINE = { cut: 1, rank: 0.5 } as const;

/** How the question's words relate to the lines of a text. */
export interface WordWeights {
  /** Combined score of each line, at least 0. */
  readonly raw: Float32Array;
  /** Sum of the rarities of the words on each line. */
  readonly own: Float32Array;
  /** How much of the question is on or near each line, 0..1. */
  readonly near: Float32Array;
  /** A `Reason` per line. */
  readonly reasons: Uint8Array;
  readonly blocks: Runs;
  /** BM25 of each block, relative to the best. */
  readonly blockScores: Float32Array;
  /** Score of the best matching name that each block defines, 0..1. */
  readonly blockNames: Float32Array;
  /** Lines that define a matching name, with the strength of the match, 0..1. */
  readonly names: ReadonlyMap<number, number>;
  /** Weight of each term of the question. */
  readonly rarity: Float64Array;
}

/** Weighs how every line relates to the question: by block, by chunk, by proximity, and by defined names. */
export function* weighWords(document: Document, asked: Question, matches: Matches): CooperativeTask<WordWeights> {
  const { shape, lines } = document;
  const n = lines.count;
  const w = WEIGHTS;
  const listed = document.kind === 'log' || document.kind === 'search' || document.kind === 'data';
  yield n * LINE.cut;
  const blocks = toBlocks(lines, shape, document.kind);
  const chunks = toBlockChunks(shape, blocks);
  strengthenComments(shape, matches);
  const rarity = termWeights(asked, matches, chunks);
  yield n * LINE.rank;
  const blockScores = runScores(blocks, matches, rarity, w.blockLength);
  const chunkScores = runScores(chunks, matches, rarity, w.pieceLength);
  const near = yield* proximity(matches, rarity, blocks.of, n, listed ? LISTED.fade : w.fade);
  yield n * LINE.rank;
  const names = nameScores(document, asked, matches, rarity);
  const own = ownWeights(matches, rarity, n);
  yield n * LINE.rank;
  const blockNames = bestNames(names, blocks);
  const [raw, reasons] = [new Float32Array(n), new Uint8Array(n)];
  const weights: WordWeights = { raw, own, near, reasons, blocks, blockScores, blockNames, names, rarity };
  scoreLines(weights, shape, { chunks, scores: chunkScores }, listed ? LISTED.line : w.line);
  if (w.callee > 0) {
    yield n * LINE.rank;
    addCallees(weights, document);
  }
  yield n * LINE.rank;
  return weights;
}

function strengthenComments({ roles }: Outline, matches: Matches): void {
  for (let i = 0; i < matches.count; i++) {
    if (roles[matches.lines[i] as number] === Role.comment)
      matches.strengths[i] = Math.max(1, (matches.strengths[i] as number) * WEIGHTS.commentHit);
  }
}

/** Sums the rarities of the words on each line. */
export function ownWeights(matches: Matches, rarity: Float64Array, count: number): Float32Array {
  const own = new Float32Array(count);
  for (let i = 0; i < matches.count; i++) {
    own[matches.lines[i] as number] =
      (own[matches.lines[i] as number] as number) +
      (rarity[matches.terms[i] as number] as number) * ((matches.strengths[i] as number) / 255);
  }
  return own;
}

/** Returns the score of the best name that each block defines. It counts for all the block's lines. */
function bestNames(names: ReadonlyMap<number, number>, blocks: Runs): Float32Array {
  const best = new Float32Array(blocks.count);
  for (const [line, s] of names) {
    const b = blocks.of[line] as number;
    best[b] = Math.max(best[b] as number, s);
  }
  return best;
}

/** Combines the weights into a score and a reason for each line. */
function scoreLines(
  { raw, own, near, reasons, blocks, blockScores, blockNames, names }: WordWeights,
  { parents, roles }: Outline,
  { chunks, scores }: { readonly chunks: Runs; readonly scores: Float32Array },
  ownWeight: number,
): void {
  const w = WEIGHTS;
  let mostOwn = 0;
  for (let i = 0; i < own.length; i++) mostOwn = Math.max(mostOwn, own[i] as number);
  for (let i = 0; i < raw.length; i++) {
    const b = blocks.of[i] as number;
    const parent = parents[i] as number;
    const bs = w.block * (blockScores[b] as number);
    const nm = w.name * (blockNames[b] as number);
    let s =
      bs +
      w.chunk * (scores[chunks.of[i] as number] as number) +
      w.near * (near[i] as number) +
      (ownWeight * (own[i] as number)) / mostOwn +
      nm;
    const mine = names.get(i);
    if (mine) s += w.nameOwn * mine;
    if (parent >= 0) s += w.parent * (names.get(parent) ?? 0);
    const role = roles[i] as number;
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
}

/** Raises the scores of blocks that define names which the best lines use. */
function addCallees({ raw, reasons, blocks }: WordWeights, document: Document): void {
  const { roles } = document.shape;
  const called = calleeScores(document, blocks, raw);
  for (let i = 0; i < raw.length; i++) {
    const c = called[blocks.of[i] as number] as number;
    if (c === 0) continue;
    raw[i] = (raw[i] as number) + WEIGHTS.callee * c * (roles[i] === Role.comment ? WEIGHTS.comment : 1);
    if (reasons[i] === Reason.none || reasons[i] === Reason.neighbour) reasons[i] = Reason.block;
  }
}
