import { isSameFile } from './comes-back.ts';

/** `path:12:text` of a search, `path-12-text` of what stands around a hit, both without the path too. */
const NUMBERED = /^(?:((?:[A-Za-z]:)?[^:\n]*?)[:-])?(\d+)([:-])(.*)$/;

/**
 * The 1-based lines of a file's part that a search shows again, by their numbers in the file. Undefined if the search
 * wrote none.
 */
export function linesByNumber(
  lines: readonly string[],
  firstLine: number,
  file: string,
  found: string,
): readonly number[] | undefined {
  const numbers = new Set<number>();
  let isNumbered = false;
  for (const line of found.split('\n')) {
    const [, place, number, , text] = NUMBERED.exec(line) ?? [];
    if (number === undefined) continue;
    isNumbered = true;
    const at = Number(number) - firstLine;
    const isThere = place === undefined || isSameFile(place, file);
    if (isThere && lines[at] !== undefined && lines[at].trim() === text?.trim()) numbers.add(at + 1);
  }
  return isNumbered ? [...numbers].sort((a, b) => a - b) : undefined;
}
