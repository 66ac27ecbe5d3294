import type { CooperativeTask } from '../../../text/cooperative-task.ts';
import { Role } from '../../structure/outline.ts';
import type { Matches } from '../matches.ts';
import type { Question } from '../question/question.ts';
import type { Document } from '../scorer.ts';
import { coverage } from '../term-weights.ts';
import { ownWeights, type WordWeights } from '../word-weights.ts';
import { fade, normalize } from './fade.ts';

/** Names of a line's features without a session, in row order. */
export const QUESTION_FEATURES = [
  // From the question's words: each 0..1 relative to the best line or block of the text.
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
  // Position of the line.
  'place',
  'indent',
  'length',
  'blockLines',
  'blockPlace',
  // Properties of the text.
  'lines',
  'blocks',
  'cover',
  'matched',
  // The line in its definition.
  'role',
  'belowDefinition',
  // Words of the question that are code, and those of its first line: on the line, and the share of them in its block.
  'ownCode',
  'blockCode',
  'ownTitle',
  'nearTitle',
  'blockTitle',
] as const;

const CLOSE = 0.6;
const NEAR = 0.8;
const WIDE = 0.9;
/** Share of a line's words that the lines it encloses inherit, per level. */
const INHERITED = 0.8;
/** Number of score steps that are distinguished. */
const STEPS = 1024;
/** Max feature values. Anything larger says no more. */
const MAX = { fromBest: 200, indent: 40, length: 200, blockLines: 200, belowDefinition: 200 } as const;
/** Cost per line of one pass, in characters of token counting. */
const PASS = 1;

/** Writes a line's features into a row of `QUESTION_FEATURES.length` values. */
export type QuestionFeatures = (line: number, row: Float32Array) => void;

/**
 * Computes each source line's features from the question's words and its position. The text must have at least one of
 * the words.
 */
export function* questionFeatures(
  document: Document,
  matches: Matches,
  words: WordWeights,
  { terms }: Pick<Question, 'terms'>,
): CooperativeTask<QuestionFeatures> {
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
  const { enclosing, enclosingName, best, matched } = enclosedBy(document, words, own);
  yield count * PASS;
  const definitions = definitionsOf(shape);
  const covers = blockCovers(matches, words);
  const code = someOf(matches, words, (term) => terms[term]?.isCode === true);
  const title = someOf(matches, words, (term) => terms[term]?.isTitle === true);
  yield count * PASS;
  const nearTitle = normalize(fade(title.own, NEAR));
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
    row[11] = Math.min(MAX.fromBest, Math.abs(line - best));
    row[12] = line / count;
    row[13] = Math.min(MAX.indent, shape.indents[line] as number);
    row[14] = Math.min(MAX.length, (ends[line] as number) - (starts[line] as number));
    row[15] = Math.min(MAX.blockLines, blockLines);
    row[16] = (line - from) / blockLines;
    row[17] = count;
    row[18] = blocks.count;
    row[19] = cover;
    row[20] = matched / count;
    const definition = definitions[line] as number;
    row[21] = shape.roles[line] as number;
    row[22] = definition < 0 ? -1 : Math.min(MAX.belowDefinition, line - definition);
    row[23] = code.own[line] as number;
    row[24] = code.blocks[block] as number;
    row[25] = title.own[line] as number;
    row[26] = nearTitle[line] as number;
    row[27] = title.blocks[block] as number;
  };
}

/** Returns for each line the share of lines that score higher. */
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

/** Computes what lines inherit from those that enclose them, the best line, and the number of lines with words. */
function enclosedBy({ shape: { parents } }: Document, { names }: WordWeights, own: Float32Array) {
  const enclosing = new Float32Array(own.length);
  const enclosingName = new Float32Array(own.length);
  let best = 0;
  let matched = 0;
  for (let i = 0; i < own.length; i++) {
    if ((own[i] as number) > 0) matched++;
    if ((own[i] as number) > (own[best] as number)) best = i;
    const parent = parents[i] as number;
    if (parent < 0 || parent >= i) continue;
    enclosing[i] = (enclosing[parent] as number) * INHERITED + (own[parent] as number);
    enclosingName[i] = Math.max(enclosingName[parent] as number, names.get(parent) ?? 0);
  }
  return { enclosing, enclosingName, best, matched };
}

/** Returns the definition around each line, or -1. A definition is its own. */
function definitionsOf({ roles, parents }: Document['shape']): Int32Array {
  const found = new Int32Array(roles.length).fill(-1);
  for (let i = 0; i < found.length; i++) {
    const parent = parents[i] as number;
    if (roles[i] === Role.definition) found[i] = i;
    else if (parent >= 0 && parent < i) found[i] = found[parent] as number;
  }
  return found;
}

/** Weighs some of the question's words on lines and in blocks, relative to the best. */
function someOf(
  matches: Matches,
  words: WordWeights,
  isOne: (term: number) => boolean,
): { readonly own: Float32Array; readonly blocks: Float32Array } {
  const some = words.rarity.map((rare, term) => (isOne(term) ? rare : 0));
  return {
    own: normalize(ownWeights(matches, some, words.own.length)),
    blocks: normalize(blockCovers(matches, { ...words, rarity: some })),
  };
}

/** Returns for each block the share of the question's words in it, weighted by rarity. */
function blockCovers(matches: Matches, { blocks, rarity }: Pick<WordWeights, 'blocks' | 'rarity'>): Float32Array {
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
  return covers.map((cover) => cover / (all || 1));
}
