import type { Matches } from '../matches.ts';
import type { Document } from '../scorer.ts';
import type { Steps } from '../steps.ts';
import { coverage } from '../term-weights.ts';
import type { WordWeights } from '../word-weights.ts';
import { fade, normalize } from './fade.ts';

/** What is known of a line without a session, in the order of a row. */
export const QUESTION_FEATURES = [
  // What the words say, each 0..1 beside the best line or block of the text.
  'raw',
  'rank',
  'own',
  'near',
  'close',
  'wide',
  'enclosing',
  'block',
  'blockCover',
  'blockName',
  'enclosingName',
  'fromBest',
  // Where the line stands.
  'place',
  'indent',
  'length',
  'blockLines',
  'blockPlace',
  // What the text is like.
  'lines',
  'blocks',
  'cover',
  'matched',
] as const;

const CLOSE = 0.6;
const WIDE = 0.9;
/** What is left of the words of a line for those that it encloses, with every level. */
const INHERITED = 0.8;
/** Scores are told apart so far. */
const STEPS = 1024;
/** Greatest values: what is more says no more. */
const MOST = { fromBest: 200, indent: 40, length: 200, blockLines: 200 } as const;
/** What a pass over lines takes for each, in characters' worth of counting tokens. */
const PASS = 1;

/** Writes what is known of a line into a row of `QUESTION_FEATURES.length` values. */
export type QuestionFeatures = (line: number, row: Float32Array) => void;

/** What the words of a question say of each line of a source text, and where it stands. Some word of it must be there. */
export function* questionFeatures(document: Document, matches: Matches, words: WordWeights): Steps<QuestionFeatures> {
  const { lines, shape } = document;
  const { starts, ends, count } = lines;
  const { blocks, blockScores, blockNames, near } = words;
  yield count * PASS;
  const raw = normalize(words.raw.slice());
  const own = normalize(words.own.slice());
  const rank = ranksOf(raw);
  yield count * PASS;
  const close = normalize(fade(own, CLOSE));
  yield count * PASS;
  const wide = normalize(fade(own, WIDE));
  yield count * PASS;
  const enclosing = new Float32Array(count);
  const enclosingName = new Float32Array(count);
  let best = 0;
  let matched = 0;
  for (let i = 0; i < count; i++) {
    if ((own[i] as number) > 0) matched++;
    if ((own[i] as number) > (own[best] as number)) best = i;
    const parent = shape.parents[i] as number;
    if (parent < 0 || parent >= i) continue;
    enclosing[i] = (enclosing[parent] as number) * INHERITED + (own[parent] as number);
    enclosingName[i] = Math.max(enclosingName[parent] as number, words.names.get(parent) ?? 0);
  }
  const covers = blockCovers(matches, words);
  const cover = coverage(matches, words.rarity);

  return (line, row) => {
    const block = blocks.of[line] as number;
    const from = blocks.starts[block] as number;
    const blockLines = (blocks.starts[block + 1] as number) - from;
    row[0] = raw[line] as number;
    row[1] = rank[line] as number;
    row[2] = own[line] as number;
    row[3] = near[line] as number;
    row[4] = close[line] as number;
    row[5] = wide[line] as number;
    row[6] = enclosing[line] as number;
    row[7] = blockScores[block] as number;
    row[8] = covers[block] as number;
    row[9] = blockNames[block] as number;
    row[10] = enclosingName[line] as number;
    row[11] = Math.min(MOST.fromBest, Math.abs(line - best));
    row[12] = line / count;
    row[13] = Math.min(MOST.indent, shape.indents[line] as number);
    row[14] = Math.min(MOST.length, (ends[line] as number) - (starts[line] as number));
    row[15] = Math.min(MOST.blockLines, blockLines);
    row[16] = (line - from) / blockLines;
    row[17] = count;
    row[18] = blocks.count;
    row[19] = cover;
    row[20] = matched / count;
  };
}

/** The share of lines that score higher, for each line. */
function ranksOf(scores: Float32Array): Float32Array {
  const higher = new Int32Array(STEPS + 1);
  for (const score of scores) {
    const step = Math.floor(score * STEPS);
    higher[step] = (higher[step] as number) + 1;
  }
  let above = 0;
  for (let step = STEPS; step >= 0; step--) {
    const own = higher[step] as number;
    higher[step] = above;
    above += own;
  }
  return scores.map((score) => (higher[Math.floor(score * STEPS)] as number) / scores.length);
}

/** The share of the question's words, by rarity, that stand in each block. */
function blockCovers(matches: Matches, { blocks, rarity }: WordWeights): Float32Array {
  const covers = new Float32Array(blocks.count);
  const lastBlock = new Int32Array(rarity.length).fill(-1);
  let all = 0;
  for (let i = 0; i < matches.count; i++) {
    const term = matches.terms[i] as number;
    const block = blocks.of[matches.lines[i] as number] as number;
    if (lastBlock[term] === block) continue;
    if (lastBlock[term] === -1) all += rarity[term] as number;
    lastBlock[term] = block;
    covers[block] = (covers[block] as number) + (rarity[term] as number);
  }
  return covers.map((cover) => cover / all);
}
