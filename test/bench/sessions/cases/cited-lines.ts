import { citedCode } from './cited-code.ts';
import { citedHits } from './cited-hits.ts';
import { citedPlaces, type LineRange } from './cited-places.ts';
import { isSameFile } from './comes-back.ts';
import type { ResultLines } from './pending-result.ts';
import type { PendingResults } from './pending-results.ts';

/** Max lines of a range. A longer one names a file rather than lines. */
const MAX_RANGE = 60;

/**
 * Finds the lines that a text cites: places (`src/a.ts:12-20`), quoted lines of code, and definitions of names. Each is
 * located in the last result that showed it.
 */
export function citedLines(pending: Pick<PendingResults, 'showing' | 'all'>, text: string): readonly ResultLines[] {
  const cited: ResultLines[] = [];
  const others: (readonly [string, LineRange])[] = [];
  for (const [file, ranges] of citedPlaces(text)) {
    for (const range of ranges.filter(([first, last]) => last - first < MAX_RANGE)) {
      const read = inFile(pending, file, range);
      if (read === undefined) others.push([file, range]);
      else cited.push(read);
    }
  }
  const newestFirst = [...pending.all()].reverse();
  return [...cited, ...citedHits(newestFirst, others), ...citedCode(newestFirst, text)];
}

/** Finds a range in the last read of a file that showed all of it. */
function inFile(
  { showing }: Pick<PendingResults, 'showing'>,
  file: string,
  [first, last]: LineRange,
): ResultLines | undefined {
  const result = showing(file).findLast(({ action, of, lineCount }) => {
    const own = action.kind === 'read' && action.files.length === 1 ? action.files[0] : undefined;
    const isShown = of.firstLine <= first && last < of.firstLine + lineCount;
    return own !== undefined && isShown && isSameFile(own, file);
  });
  if (result === undefined) return undefined;
  const from = first - result.of.firstLine + 1;
  return { result, lines: Array.from({ length: last - first + 1 }, (_, at) => from + at) };
}
