import { eachWord } from '../../../session-memory/each-term.ts';
import { hashesOf } from '../../../session-memory/line-hash.ts';
import { termsOf } from '../../../session-memory/recent-terms.ts';
import type { SessionContext } from '../../../session-memory/session-context.ts';
import { createTermTable, SOURCES, type Source, type TermTable } from '../../../session-memory/term-table.ts';
import { unitsOf } from '../../../text/code-units.ts';
import { type CooperativeTask, parts } from '../../../text/cooperative-task.ts';
import type { Lines } from '../../../text/lines.ts';
import { TEXT_KINDS } from '../../pruner.ts';
import { type Runs, toBlocks } from '../../structure/blocks.ts';
import type { Document } from '../scorer.ts';
import { fade, normalize } from './fade.ts';

/** Max UTF-16 units read per line. Longer lines are data. */
const LINE_CHARS = 2000;
/** Cost of the scan, as a share of the cost of counting the same text's tokens. */
const SHARE = 0.4;

/**
 * Scores how many of each source's terms each line has. Rare terms count more, as in TF-IDF, and each counts once a
 * line. Indexed like `SOURCES`; `undefined` for a source with no term in the text.
 */
function* findTerms(lines: Lines, table: TermTable): CooperativeTask<readonly (Float32Array | undefined)[]> {
  const { starts, ends, count } = lines;
  const units = unitsOf(lines);
  const linesOf = new Int32Array(table.slots);
  const lastLine = new Int32Array(table.slots).fill(-1);
  let hitLines = new Int32Array(4096);
  let hitSlots = new Int32Array(4096);
  let hits = 0;
  let line = 0;
  const onTerm = (term: number): void => {
    const slot = table.slotOf(term);
    if (slot < 0 || lastLine[slot] === line) return;
    lastLine[slot] = line;
    linesOf[slot] = (linesOf[slot] as number) + 1;
    if (hits === hitLines.length) {
      hitLines = doubled(hitLines);
      hitSlots = doubled(hitSlots);
    }
    hitLines[hits] = line;
    hitSlots[hits++] = slot;
  };
  yield* parts(lines, SHARE, (_, to) => {
    for (; line < to; line++) {
      const from = starts[line] as number;
      eachWord(units, from, Math.min(ends[line] as number, from + LINE_CHARS), onTerm);
    }
  });

  yield hits;
  const rarity = new Float32Array(table.slots);
  for (let slot = 0; slot < rarity.length; slot++) {
    const n = linesOf[slot] as number;
    if (n > 0) rarity[slot] = Math.log(1 + count / n);
  }
  const { weights } = table;
  return SOURCES.map((_, source) => {
    const sum = new Float32Array(count);
    let isEmpty = true;
    for (let hit = 0; hit < hits; hit++) {
      const slot = hitSlots[hit] as number;
      const weight = weights[slot * SOURCES.length + source] as number;
      if (weight === 0) continue;
      const at = hitLines[hit] as number;
      sum[at] = (sum[at] as number) + weight * (rarity[slot] as number);
      isEmpty = false;
    }
    return isEmpty ? undefined : sum;
  });
}

function doubled(from: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2);
  to.set(from);
  return to;
}

/**
 * The range in which a line sees a source's terms: the line, close by, near, its block. Each is 0..1, with 1 for the
 * best line.
 */
const VIEWS = ['line', 'close', 'near', 'block'] as const;
const STRUCTURE = [
  'place',
  'fromEnd',
  'lines',
  'indent',
  'length',
  'role',
  'kind',
  'blockLines',
  'blockPlace',
  'blockOffset',
  'hasPath',
  'isTest',
] as const;
const SESSION = ['hasSession', 'given', 'givenNear', 'namedDistance', 'isNamed', 'edits', 'reads'] as const;

/** Names of a line's features, in row order. */
export const FEATURES: readonly string[] = [
  ...SOURCES.flatMap((source) => VIEWS.map((view) => `${source}.${view}`)),
  ...STRUCTURE,
  ...SESSION,
];

/** Row indexes of per-line features other than the views. */
const AT = {
  place: FEATURES.indexOf('place'),
  fromEnd: FEATURES.indexOf('fromEnd'),
  indent: FEATURES.indexOf('indent'),
  length: FEATURES.indexOf('length'),
  role: FEATURES.indexOf('role'),
  blockLines: FEATURES.indexOf('blockLines'),
  blockPlace: FEATURES.indexOf('blockPlace'),
  blockOffset: FEATURES.indexOf('blockOffset'),
  given: FEATURES.indexOf('given'),
  givenNear: FEATURES.indexOf('givenNear'),
  namedDistance: FEATURES.indexOf('namedDistance'),
} as const;

export const QUESTION_LINE: number = FEATURES.indexOf('question.line');

const CLOSE = 0.6;
const NEAR = 0.82;
/** Added to every block's line count, so that a block of one line does not score too high. */
const BLOCK_LINES = 5;
const QUESTION_CHARS = 6000;
const FAR = 200;
const TEST = /(^|[/\\_.-])(tests?|specs?|__tests__)([/\\_.-]|$)/i;
/** Cost per line of one pass, in characters of token counting. */
const PASS = 1;

/** Max feature values. Anything larger says no more. */
const MAX = { fromEnd: 500, lines: 5000, indent: 40, length: 300, blockLines: 100, blockOffset: 60, times: 5 } as const;

/** Features of the lines of a text. */
export interface LineFeatures {
  /** A row of `FEATURES.length` values: those that all lines share, and NaN for the rest. */
  readonly common: Float32Array;
  /** Writes a line's features into a copy of `common`. */
  write(line: number, row: Float32Array): void;
}

/** Computes how each line relates to the question and the session, and where it stands. */
export function* lineFeatures(document: Document, question: string): CooperativeTask<LineFeatures> {
  const { lines, shape, kind, path, context, firstLine = 1 } = document;
  const { starts, ends, count } = lines;
  const sums = yield* findTerms(lines, tableOf(question, path, context));
  const blocks = toBlocks(lines, shape, kind);
  const common = new Float32Array(FEATURES.length).fill(Number.NaN);
  const views: Float32Array[] = [];
  /** Row index of each view. */
  const places: number[] = [];
  for (const [source, sum] of sums.entries()) {
    yield count * PASS;
    const from = source * VIEWS.length;
    if (sum === undefined) common.fill(0, from, from + VIEWS.length);
    else {
      views.push(...viewsOf(sum, blocks));
      places.push(...VIEWS.map((_, view) => from + view));
    }
  }
  yield count * PASS;
  const given = givenOf(lines, context);
  const givenNear = context === undefined ? given : fade(given, NEAR);
  const namedLines = (context?.linesNamed(path) ?? []).map((line) => placeOf(lines, line - firstLine));
  const named = distances(namedLines, count);
  setShared(common, document, named !== undefined);

  return {
    common,
    write(line, row) {
      for (let i = 0; i < views.length; i++) row[places[i] as number] = (views[i] as Float32Array)[line] as number;
      const block = blocks.of[line] as number;
      const from = blocks.starts[block] as number;
      const blockLines = (blocks.starts[block + 1] as number) - from;
      row[AT.place] = line / count;
      row[AT.fromEnd] = Math.min(MAX.fromEnd, count - line);
      row[AT.indent] = Math.min(MAX.indent, shape.indents[line] as number);
      row[AT.length] = Math.min(MAX.length, (ends[line] as number) - (starts[line] as number));
      row[AT.role] = shape.roles[line] as number;
      row[AT.blockLines] = Math.min(MAX.blockLines, blockLines);
      row[AT.blockPlace] = (line - from) / blockLines;
      row[AT.blockOffset] = Math.min(MAX.blockOffset, line - from);
      row[AT.given] = given[line] as number;
      row[AT.givenNear] = givenNear[line] as number;
      if (named !== undefined) row[AT.namedDistance] = named[line] as number;
    },
  };
}

/** Marks the lines that the session has been given. */
function givenOf(lines: Lines, context: SessionContext | undefined): Float32Array {
  const given = new Float32Array(lines.count);
  if (context === undefined) return given;
  const hashes = hashesOf(lines);
  for (let i = 0; i < lines.count; i++) {
    const hash = hashes[i] as number;
    if (hash !== 0 && context.holds(hash)) given[i] = 1;
  }
  return given;
}

/** Writes the features that all lines share into their row. */
function setShared(common: Float32Array, { lines, kind, path, context }: Document, isNamed: boolean): void {
  const shared = {
    lines: Math.min(MAX.lines, lines.count),
    kind: TEXT_KINDS.indexOf(kind),
    hasPath: path === undefined ? 0 : 1,
    isTest: path !== undefined && TEST.test(path) ? 1 : 0,
    hasSession: context === undefined ? 0 : 1,
    isNamed: isNamed ? 1 : 0,
    edits: path === undefined ? 0 : Math.min(MAX.times, context?.edits(path) ?? 0),
    reads: path === undefined ? 0 : Math.min(MAX.times, context?.reads(path) ?? 0),
    ...(!isNamed && { namedDistance: FAR }),
  };
  for (const [name, value] of Object.entries(shared)) common[FEATURES.indexOf(name)] = value;
}

function tableOf(question: string, path: string | undefined, context: SessionContext | undefined): TermTable {
  const table = context?.terms.copy() ?? createTermTable();
  const add = (text: string, source: Source): void => {
    for (const term of termsOf(text, QUESTION_CHARS)) table.add(term, source, 1);
  };
  add(question, 'question');
  if (path !== undefined) add(path, 'path');
  return table;
}

function viewsOf(sum: Float32Array, blocks: Runs): readonly Float32Array[] {
  const ofBlocks = new Float32Array(blocks.count);
  for (let i = 0; i < sum.length; i++) {
    const block = blocks.of[i] as number;
    ofBlocks[block] = (ofBlocks[block] as number) + (sum[i] as number);
  }
  for (let block = 0; block < blocks.count; block++) {
    const lines = (blocks.starts[block + 1] as number) - (blocks.starts[block] as number);
    ofBlocks[block] = (ofBlocks[block] as number) / (lines + BLOCK_LINES);
  }
  normalize(ofBlocks);
  const block = new Float32Array(sum.length);
  for (let i = 0; i < sum.length; i++) block[i] = ofBlocks[blocks.of[i] as number] as number;
  return [normalize(sum.slice()), normalize(fade(sum, CLOSE)), normalize(fade(sum, NEAR)), block];
}

/** Returns the distance from each line to the nearest named line, at most `FAR`. */
function distances(named: readonly number[], count: number): Uint8Array | undefined {
  if (named.length === 0) return undefined;
  const out = new Uint8Array(count).fill(FAR);
  for (const at of named) {
    for (let i = Math.max(0, at - FAR); i < Math.min(count, at + FAR); i++) {
      out[i] = Math.min(out[i] as number, Math.abs(i - at));
    }
  }
  return out;
}

/** Returns the index of line `line` (0-based) among lines and chunks. A number outside the text stays outside it. */
function placeOf({ chunks, count }: Lines, line: number): number {
  if (chunks === undefined || line < 0) return line;
  return line < chunks.whole.count ? (chunks.firstOf[line] as number) : line - chunks.whole.count + count;
}
