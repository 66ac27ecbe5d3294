import { readMarker } from '../text/gap-marker.ts';
import type { Lines } from '../text/lines.ts';

/** Maps the lines of a shown text to line numbers in its own file. */
export interface Numbering {
  /** The number of each line; 0 if unknown. */
  readonly numbers: Uint32Array;
  /** Ranges (both ends inclusive) that the text does not show but refers to under other numbers or names. */
  readonly elsewhere: readonly (readonly [first: number, last: number])[];
}

const MAX_NUMBER = 0xffff_ffff;

/**
 * Numbers the lines of a text called `name` whose first line is `firstLine`. A marker that names the next lines stands
 * for them; any other marker is a line of the file that quotes one. A marker without numbers may be either, so the
 * lines below it have no numbers.
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
