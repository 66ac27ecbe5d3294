import type { CutLine } from '../../text/cut-line.ts';
import type { LineChunks } from '../../text/lines.ts';
import type { Chosen } from '../keep/chosen.ts';
import { Kept } from '../keep/select.ts';

/** The chosen lines, and which of them are partly shown. */
export interface ChosenLines extends Pick<Chosen, 'lines' | 'keep' | 'scores' | 'reasons'> {
  readonly cuts: readonly CutLine[];
}

/** Merges chunks into their lines. A line gets the score of its best chunk, and is kept if any chunk is. */
export function toWholeLines(
  { whole, firstOf }: LineChunks,
  { lines, keep, scores, reasons }: Pick<Chosen, 'lines' | 'keep' | 'scores' | 'reasons'>,
): ChosenLines {
  const { count } = whole;
  const of = { keep: new Uint8Array(count), scores: new Float32Array(count), reasons: new Uint8Array(count) };
  const cuts: CutLine[] = [];
  for (let line = 0; line < count; line++) {
    const from = firstOf[line] as number;
    const to = firstOf[line + 1] as number;
    let best = from;
    const shown: [number, number][] = [];
    for (let i = from; i < to; i++) {
      if ((scores[i] as number) > (scores[best] as number)) best = i;
      if (keep[i] === 0) continue;
      const start = (lines.starts[i] as number) - (whole.starts[line] as number);
      const end = (lines.ends[i] as number) - (whole.starts[line] as number);
      const last = shown.at(-1);
      if (last !== undefined && last[1] === start) last[1] = end;
      else shown.push([start + 1, end]);
      if (of.keep[line] === Kept.no || keep[i] === Kept.chosen) of.keep[line] = keep[i] as number;
    }
    of.scores[line] = scores[best] as number;
    of.reasons[line] = reasons[best] as number;
    const length = (whole.ends[line] as number) - (whole.starts[line] as number);
    if (shown.length > 0 && !(shown.length === 1 && shown[0]?.[1] === length && shown[0][0] === 1)) {
      if (to - from > 1) cuts.push({ line: line + 1, shown });
    }
  }
  return { ...of, lines: whole, cuts };
}
