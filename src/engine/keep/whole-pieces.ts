import type { Lines } from '../../text/lines.ts';
import { Role } from '../structure/outline.ts';
import type { Structure } from '../structure/structure.ts';
import { Kept } from './select.ts';

/** Lines of a run from which it is read as a piece. Shorter ones are joined to what they belong to. */
const MIN_RUN = 3;

/**
 * Adds the lines that close what is shown open, and joins runs of one or two lines to lines of the same block beside them,
 * so that what is shown of source reads as whole pieces.
 */
export function wholePieces({ count }: Lines, { shape }: Structure, keep: Uint8Array): void {
  const { roles, ends, parents } = shape;
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
