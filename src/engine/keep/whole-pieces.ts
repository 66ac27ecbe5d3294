import type { Lines } from '../../text/lines.ts';
import type { TextKind } from '../pruner.ts';
import { type Runs, toBlockChunks, toBlocks } from '../structure/blocks.ts';
import { lineHead } from '../structure/line-head.ts';
import { type Outline, Role } from '../structure/outline.ts';
import type { Pair } from '../structure/policy.ts';
import type { Structure } from '../structure/structure.ts';
import { Kept } from './select.ts';

/** Max lines of a definition, and of a section or paragraph, that is shown whole. */
const MAX_DEFINITION = 40;
const MAX_SECTION = 30;
const MAX_COMMENT = 24;
const MAX_STRING = 40;
/** Max lines at the beginning that say what a text is. */
const MAX_HEAD = 12;
/**
 * Gaps of at most this many lines are shown. A marker that names the content of its gap costs as many tokens as a few
 * lines.
 */
const MAX_GAP = 24;

/**
 * Adds lines so that the answer consists of whole pieces. In code and data these are short definitions, groups of
 * statements, and closing brackets; in prose, paragraphs. In logs, search results and diffs, each line is a piece by
 * itself.
 */
export function wholePieces(
  lines: Lines,
  { policy, shape, headers, records, pairs }: Structure,
  keep: Uint8Array,
): void {
  const { kind } = policy;
  if (!hasPieces(kind)) return;
  if (kind === 'prose') wholeSections(lines, shape, headers, keep);
  else {
    wholeBlocks(shape, toBlocks(lines, shape, kind), keep);
    if (kind === 'source') wholeStrings(shape, keep);
    if (records !== undefined) wholeRecords(records, keep);
    if (kind === 'source') {
      fillGaps(keep);
      enclose(shape, keep);
      wholeComments(shape, keep);
      if (records !== undefined) wholeRecords(records, keep);
    }
    closeBrackets(shape, keep);
    closePairs(pairs, keep);
  }
  fillGaps(keep);
}

/** True if lines of this kind are parts of larger pieces. */
export function hasPieces(kind: TextKind): boolean {
  return kind !== 'log' && kind !== 'search' && kind !== 'diff';
}

/**
 * Completes blocks that have a chosen line: a short block is shown whole, and of a long one the group of statements.
 */
function wholeBlocks(shape: Outline, blocks: Runs, keep: Uint8Array): void {
  const chunks = toBlockChunks(shape, blocks);
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    const from = chunks.starts[chunk] as number;
    const block = blocks.of[from] as number;
    const [first, next] = [blocks.starts[block] as number, blocks.starts[block + 1] as number];
    if (next - first <= MAX_DEFINITION) complete(keep, first, next);
    else complete(keep, from, chunks.starts[chunk + 1] as number);
  }
  showHead(keep, chunks.starts[1] ?? 0);
}

/** Shows every statement whole if one of its lines is shown. */
function wholeRecords({ starts, count }: Runs, keep: Uint8Array): void {
  for (let record = 0; record < count; record++) {
    const [from, to] = [starts[record] as number, starts[record + 1] as number];
    if (to - from > 1 && keep.subarray(from, to).some((kept) => kept !== Kept.no)) fill(keep, from, to);
  }
}

const FENCE_CHARS = 12;
/** Matches the delimiters of a code block in prose. */
const FENCE = /^\s*(?:```|~~~)/;

/**
 * Completes sections that have a chosen line: a short section is shown whole, and of a long one the paragraph. A block
 * of code is one paragraph.
 */
function wholeSections(lines: Lines, { roles }: Outline, headers: Int32Array | undefined, keep: Uint8Array): void {
  const isHeading = new Set(headers);
  let section = 0;
  let paragraph = 0;
  let isFenced = FENCE.test(lineHead(lines, 0, FENCE_CHARS));
  for (let line = 1; line <= keep.length; line++) {
    const isEnd = line === keep.length;
    if (!isEnd && FENCE.test(lineHead(lines, line, FENCE_CHARS))) isFenced = !isFenced;
    if (isEnd || (roles[line] === Role.blank && !isFenced) || isHeading.has(line)) {
      if (line - paragraph <= MAX_SECTION) complete(keep, paragraph, line);
      if (paragraph === 0) showHead(keep, line);
      paragraph = line + 1;
    }
    if (isEnd || isHeading.has(line)) {
      if (line - section <= MAX_SECTION) complete(keep, section, line);
      section = line;
      paragraph = line;
    }
  }
}

/** Shows the beginning, which says what the text is. */
function showHead(keep: Uint8Array, to: number): void {
  if (to <= MAX_HEAD) fill(keep, 0, to);
}

function complete(keep: Uint8Array, from: number, to: number): void {
  const isShown = keep.subarray(from, to).some((kept) => kept === Kept.chosen);
  if (isShown) fill(keep, from, to);
}

/**
 * Shows short comments whole if one of their lines is shown, together with the line below, or if they are directly
 * above a shown definition.
 */
function wholeComments({ roles }: Outline, keep: Uint8Array): void {
  let from = 0;
  for (let line = 0; line <= keep.length; line++) {
    if (roles[line] === Role.comment) continue;
    const isAbove = roles[line] === Role.definition && keep[line] !== Kept.no;
    const isShown = isAbove || keep.subarray(from, line).some((kept) => kept !== Kept.no);
    if (line - from <= MAX_COMMENT && isShown) {
      fill(keep, from, line);
      if (keep[line] === Kept.no && roles[line] !== Role.blank) keep[line] = Kept.header;
    }
    from = line + 1;
  }
}

/** Shows short multi-line strings whole if one of their lines is shown. */
function wholeStrings({ literals }: Outline, keep: Uint8Array): void {
  if (literals === undefined) return;
  for (let line = 1; line < keep.length; line++) {
    if (literals[line] !== 1) continue;
    const from = line - 1;
    while (literals[line + 1] === 1) line++;
    if (line - from <= MAX_STRING && keep.subarray(from, line + 1).some((kept) => kept !== Kept.no))
      fill(keep, from, line + 1);
  }
}

/** Shows the lines that enclose each shown line, and the line whose bracket or element it closes. */
function enclose(shape: Outline, keep: Uint8Array): void {
  const { roles, parents } = shape;
  for (let line = keep.length - 1; line >= 0; line--) {
    const end = closerOf(shape, line);
    if (keep[line] === Kept.no && keep[end] !== Kept.no && end > line) keep[line] = Kept.header;
    const parent = parents[line] as number;
    if (keep[line] !== Kept.no && roles[line] !== Role.blank && parent >= 0 && keep[parent] === Kept.no)
      keep[parent] = Kept.header;
  }
}

function closeBrackets(shape: Outline, keep: Uint8Array): void {
  for (let line = 0; line < keep.length; line++) {
    const end = closerOf(shape, line);
    if (keep[line] !== Kept.no && keep[end] === Kept.no) keep[end] = Kept.header;
  }
}

/** Shows each line that pairs connect to a shown one, as in a chain of `if`, `} else {` and `}`. */
function closePairs(pairs: readonly Pair[], keep: Uint8Array): void {
  // Union-find: each line leads to an earlier one of its chain, at last to the first.
  const earlier = Int32Array.from(keep, (_, line) => line);
  const firstOf = (line: number): number => {
    let at = line;
    while (earlier[at] !== at) {
      earlier[at] = earlier[earlier[at] as number] as number;
      at = earlier[at] as number;
    }
    return at;
  };
  for (const [opens, closes] of pairs) {
    const [one, other] = [firstOf(opens), firstOf(closes)];
    earlier[Math.max(one, other)] = Math.min(one, other);
  }
  const isShown = new Uint8Array(keep.length);
  for (const line of pairs.flat()) if (keep[line] !== Kept.no) isShown[firstOf(line)] = 1;
  for (const line of pairs.flat()) if (keep[line] === Kept.no && isShown[firstOf(line)] === 1) keep[line] = Kept.header;
}

/** Returns the line that closes the block of a line; the line itself if it opens none, or none closes it. */
function closerOf({ roles, ends, indents }: Outline, line: number): number {
  const end = ends[line] as number;
  // Without a bracket of its own, a block ends with the last line in it, which may close another.
  return roles[end] === Role.closer && indents[end] === indents[line] ? end : line;
}

/** Shows gaps that are hardly longer than their markers. */
export function fillGaps(keep: Uint8Array): void {
  let gap = 0;
  for (let line = 0; line <= keep.length; line++) {
    if (keep[line] === Kept.no) continue;
    if (line - gap <= MAX_GAP) fill(keep, gap, line);
    gap = line + 1;
  }
}

function fill(keep: Uint8Array, from: number, to: number): void {
  for (let line = from; line < to; line++) if (keep[line] === Kept.no) keep[line] = Kept.gap;
}
