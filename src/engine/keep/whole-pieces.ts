import type { Lines } from '../../text/lines.ts';
import { type Runs, toBlocks, toChunks } from '../structure/blocks.ts';
import { type Outline, Role } from '../structure/outline.ts';
import type { Structure } from '../structure/structure.ts';
import { Kept } from './select.ts';

/** Max lines of a paragraph that is shown whole. */
const MAX_PARAGRAPH = 24;
/** Max lines of a gap that is shown instead. A marker that names what it holds takes as many tokens as some lines. */
const MAX_GAP = 5;

/**
 * Adds lines so that what is shown reads as whole pieces: of code and data short definitions, groups of statements, and
 * closing brackets; of prose paragraphs. Lines of logs, matches and diffs are pieces themselves.
 */
export function wholePieces(lines: Lines, { policy, shape }: Structure, keep: Uint8Array): void {
  const { kind } = policy;
  if (kind === 'prose') wholeParagraphs(shape, keep);
  else if (kind === 'source' || kind === 'json' || kind === 'data') {
    wholeChunks(toChunks(shape, toBlocks(lines, shape, kind)), keep);
    closeBrackets(shape, keep);
  } else return;
  fillGaps(keep);
}

/** Shows the rest of each chunk of which a line is shown for its own sake. */
function wholeChunks({ starts, count }: Runs, keep: Uint8Array): void {
  for (let chunk = 0; chunk < count; chunk++) complete(keep, starts[chunk] as number, starts[chunk + 1] as number);
}

function wholeParagraphs({ roles }: Outline, keep: Uint8Array): void {
  for (let from = 0; from < keep.length; from++) {
    if (roles[from] === Role.blank) continue;
    let to = from + 1;
    while (to < keep.length && roles[to] !== Role.blank) to++;
    if (to - from <= MAX_PARAGRAPH) complete(keep, from, to);
    from = to;
  }
}

function complete(keep: Uint8Array, from: number, to: number): void {
  const isShown = keep.subarray(from, to).some((kept) => kept === Kept.chosen);
  if (isShown) fill(keep, from, to);
}

function closeBrackets({ roles, ends }: Outline, keep: Uint8Array): void {
  for (let line = 0; line < keep.length; line++) {
    const end = ends[line] as number;
    if (keep[line] !== Kept.no && end > line && roles[end] === Role.closer && keep[end] === Kept.no)
      keep[end] = Kept.header;
  }
}

function fillGaps(keep: Uint8Array): void {
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
