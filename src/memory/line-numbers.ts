import { readMarker } from '../pruning/gap-marker.ts';
import type { Lines } from '../pruning/lines.ts';

/** The numbers that a shown text's lines have in their own file. */
export interface Numbering {
  /** One a line; 0 where the number cannot be told. */
  readonly numbers: Uint32Array;
  /** Numbers, both ends inclusive, whose lines the text does not show but refers to under other numbers or names. */
  readonly elsewhere: readonly (readonly [first: number, last: number])[];
}

const MAX_NUMBER = 0xffff_ffff;

/**
 * Numbers the lines of a text called `name`, whose first line is `firstLine`. A marker stands for the lines that it names,
 * if these are the next ones: otherwise it is a line of the file, which quotes one. A marker without numbers may be either,
 * so the lines below it have none.
 */
export function numberLines(
  { text, starts, ends, count }: Lines,
  name: string,
  firstLine: number | undefined = 1,
): Numbering {
  const numbers = new Uint32Array(count);
  const elsewhere: [number, number][] = [];
  let next = firstLine;
  for (let line = 0; line < count && next <= MAX_NUMBER; line++) {
    const mayBeMarker = text.charCodeAt(starts[line] as number) === 0x28;
    const marker = mayBeMarker ? readMarker(text.slice(starts[line], ends[line])) : undefined;
    if (marker?.kind === 'unnumbered') {
      elsewhere.push([next, MAX_NUMBER]);
      break;
    }
    if (marker?.first === next && marker.last >= next) {
      if (marker.kind === 'known' && (marker.isShifted || marker.name !== name)) elsewhere.push([next, marker.last]);
      next = marker.last + 1;
    } else numbers[line] = next++;
  }
  return { numbers, elsewhere };
}
