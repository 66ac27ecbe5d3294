import { linesOfMarker } from '../pruning/gap-marker.ts';
import type { Lines } from '../pruning/lines.ts';

/** The number of each line in its own file, by the first one's, where a marker stands for as many lines as it says. */
export function lineNumbers({ text, starts, ends, count }: Lines, firstLine = 1): Uint32Array {
  const numbers = new Uint32Array(count);
  let next = firstLine;
  for (let line = 0; line < count; line++) {
    numbers[line] = next;
    const isMarker = text.charCodeAt(starts[line] as number) === 0x28;
    next += (isMarker ? linesOfMarker(text.slice(starts[line], ends[line])) : undefined) ?? 1;
  }
  return numbers;
}
