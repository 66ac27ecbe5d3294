import type { Lines } from '../../text/lines.ts';
import { type Outline, Role } from '../structure/outline.ts';
import type { Structure } from '../structure/structure.ts';
import { Kept } from './select.ts';

/** Lines of a run from which it is read as a piece. Shorter ones are joined to what they belong to. */
const MIN_RUN = 3;

/** Max lines of a paragraph that is shown whole. */
const MAX_PARAGRAPH = 24;

/**
 * Adds lines so that what is shown reads as whole pieces: of code and data whole brackets, and runs of at least three
 * lines; of prose whole paragraphs. Lines of logs, matches and diffs are pieces themselves.
 */
export function wholePieces(lines: Lines, { policy, shape }: Structure, keep: Uint8Array): void {
  if (policy.kind === 'prose') wholeParagraphs(shape, keep);
  else if (policy.kind === 'source' || policy.kind === 'json' || policy.kind === 'data')
    wholeBlocks(lines, shape, keep);
}

/** Shows the rest of each paragraph of which a line is shown for its own sake. */
function wholeParagraphs({ roles }: Outline, keep: Uint8Array): void {
  for (let from = 0; from < keep.length; from++) {
    if (roles[from] === Role.blank) continue;
    let to = from + 1;
    while (to < keep.length && roles[to] !== Role.blank) to++;
    const isShown = keep.subarray(from, to).some((kept) => kept === Kept.chosen);
    if (isShown && to - from <= MAX_PARAGRAPH)
      for (let line = from; line < to; line++) if (keep[line] === Kept.no) keep[line] = Kept.gap;
    from = to;
  }
}

/** Closes what is shown open, and joins runs of one or two lines to lines of the same block beside them. */
function wholeBlocks({ count }: Lines, { roles, ends, parents }: Outline, keep: Uint8Array): void {
  for (let line = 0; line < count; line++) {
    const end = ends[line] as number;
    if (keep[line] !== Kept.no && end > line && roles[end] === Role.closer && keep[end] === Kept.no)
      keep[end] = Kept.header;
  }
  for (let from = 0; from < count; ) {
    if (keep[from] === Kept.no) {
      from++;
      continue;
    }
    let to = from + 1;
    while (to < count && keep[to] !== Kept.no) to++;
    // Lines that enclose or close others belong to what is shown elsewhere.
    const isFrame = keep.subarray(from, to).every((kept) => kept === Kept.header);
    if (to - from < MIN_RUN && !isFrame) {
      const parent = parents[from] as number;
      const belongs = (line: number): boolean => line >= 0 && line < count && parents[line] === parent;
      let [first, last] = [from, to];
      while (last - first < MIN_RUN && belongs(last) && keep[last] === Kept.no) last++;
      while (last - first < MIN_RUN && belongs(first - 1) && keep[first - 1] === Kept.no) first--;
      keep.fill(Kept.gap, first, from);
      keep.fill(Kept.gap, to, last);
      to = last;
    }
    from = to;
  }
}
