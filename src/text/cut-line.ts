import { cutMark } from './cut-mark.ts';
import type { Lines } from './lines.ts';

/** A line that is partly shown. */
export interface CutLine {
  /** 1-based. */
  readonly line: number;
  /** First and last character of each part, 1-based and inclusive, in UTF-16 units; ascending. */
  readonly shown: readonly (readonly [first: number, last: number])[];
}

/** Returns lines `[from, to)` byte for byte, without the parts cut from lines in `cuts` (keyed by 0-based line). */
export function showRun(lines: Lines, from: number, to: number, cuts: ReadonlyMap<number, CutLine>): string {
  const { text, starts } = lines;
  const parts: string[] = [];
  let run = from;
  for (let i = from; cuts.size > 0 && i < to; i++) {
    const cut = cuts.get(i);
    if (cut === undefined) continue;
    parts.push(text.slice(starts[run], starts[i]), showCut(lines, i, cut));
    run = i + 1;
  }
  parts.push(text.slice(starts[run], starts[to]));
  return parts.join('');
}

function showCut({ text, starts, ends }: Lines, line: number, { shown }: CutLine): string {
  const start = starts[line] as number;
  const length = (ends[line] as number) - start;
  let out = '';
  let last = 0;
  for (const [first, end] of shown) {
    if (first > last + 1) out += cutMark(last + 1, first - 1);
    out += text.slice(start + first - 1, start + end);
    last = end;
  }
  if (last < length) out += cutMark(last + 1, length);
  return out + text.slice(ends[line], starts[line + 1]);
}
