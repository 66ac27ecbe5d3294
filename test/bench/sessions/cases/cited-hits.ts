import { fileName } from '../../../../src/session-memory/named-lines.ts';
import type { LineRange } from './cited-places.ts';
import { isSameFile } from './comes-back.ts';
import { numberedLines } from './numbered-line.ts';
import type { PendingResult, ResultLines } from './pending-result.ts';

/** Finds cited lines of files that a search or a command printed, each in the last result that printed it. */
export function citedHits(
  newestFirst: readonly PendingResult[],
  places: Iterable<readonly [file: string, range: LineRange]>,
): readonly ResultLines[] {
  const wanted = new Map<string, string>();
  for (const [file, [first, last]] of places) {
    for (let line = first; line <= last; line++) wanted.set(`${fileName(file)}:${line}`, file);
  }
  const cited: ResultLines[] = [];
  for (const result of newestFirst) {
    if (wanted.size === 0) break;
    const { action, of } = result;
    if (action.kind !== 'search' && action.kind !== 'command') continue;
    const only = action.places.length === 1 ? action.places[0] : undefined;
    const lines = numberedLines(of.text).flatMap((line, at) => {
      const file = line?.file ?? only;
      if (line === undefined || file === undefined) return [];
      const key = `${fileName(file)}:${line.number}`;
      return isSameFile(wanted.get(key) ?? '', file) && wanted.delete(key) ? [at + 1] : [];
    });
    cited.push({ result, lines });
  }
  return cited;
}
