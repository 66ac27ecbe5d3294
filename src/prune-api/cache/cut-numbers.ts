import type { PruneRequest } from '../../engine/pruner.ts';
import type { CutLine } from '../../text/cut-line.ts';
import { splitLines } from '../../text/lines.ts';

/** Encodes a partially shown line as numbers: line, number of parts, first and last character of each. */
export function toNumbers({ line, shown }: CutLine): readonly number[] {
  return [line, shown.length, ...shown.flat()];
}

/** Decodes the numbers; undefined if they do not fit the text. */
export function toCutLines(numbers: readonly number[], { text }: PruneRequest): readonly CutLine[] | undefined {
  const { starts, ends, count } = splitLines(text);
  const cuts: CutLine[] = [];
  for (let at = 0; at < numbers.length; ) {
    const line = numbers[at] as number;
    const parts = numbers[at + 1] ?? 0;
    const to = at + 2 + parts * 2;
    if (line < 1 || line > count || parts < 1 || to > numbers.length) return undefined;
    const shown: [number, number][] = [];
    let last = 0;
    for (at += 2; at < to; at += 2) {
      const [first = 0, end = 0] = numbers.slice(at, at + 2);
      if (first <= last || end < first) return undefined;
      shown.push([first, end]);
      last = end;
    }
    if (last > (ends[line - 1] as number) - (starts[line - 1] as number)) return undefined;
    cuts.push({ line, shown });
  }
  return cuts;
}
