import { isSameFile } from './comes-back.ts';
import { numberedLines } from './numbered-line.ts';

/**
 * Returns the 1-based lines of a file's part that a search shows again, matched by line number. Undefined if the search
 * printed no line numbers.
 */
export function linesByNumber(
  lines: readonly string[],
  firstLine: number,
  file: string,
  found: string,
): readonly number[] | undefined {
  const numbers = new Set<number>();
  let isNumbered = false;
  for (const numbered of numberedLines(found)) {
    if (numbered === undefined) continue;
    isNumbered = true;
    const at = numbered.number - firstLine;
    const isThere = numbered.file === undefined || isSameFile(numbered.file, file);
    if (isThere && lines[at] !== undefined && lines[at].trim() === numbered.text.trim()) numbers.add(at + 1);
  }
  return isNumbered ? [...numbers].sort((a, b) => a - b) : undefined;
}
