import { isSameFile } from './comes-back.ts';
import type { Shown } from './fetched-lines.ts';
import { numberedLines } from './numbered-line.ts';

/** Max hits in the part that was read. With more hits, it is unclear which one made the agent read there. */
const MAX_HITS = 3;
/** Max lines of a part that is read because of a hit. A longer read goes through the whole file. */
const MAX_PART_LINES = 120;

/**
 * Returns the 1-based lines of a search result that led the agent to a part of a file. These are at most three hits in
 * the part that the agent read next. A part that starts at the file's first line does not count, because reading it
 * needs no line number.
 */
export function hitsRead({ action, text }: Shown, later: Shown): readonly number[] {
  if (action.kind !== 'search' && action.kind !== 'command') return [];
  const { firstLine = 1 } = later;
  const file = later.action.kind === 'read' && later.action.files.length === 1 ? later.action.files[0] : undefined;
  if (file === undefined || firstLine === 1) return [];
  const lines = later.text.replace(/\n+$/, '').split('\n').length;
  if (lines > MAX_PART_LINES) return [];
  const isOnly = action.places.length === 1 && isSameFile(action.places[0] ?? '', file);
  const hits = numberedLines(text).flatMap((hit, at) => {
    if (hit?.isHit !== true || hit.number < firstLine || hit.number >= firstLine + lines) return [];
    return (hit.file === undefined ? isOnly : isSameFile(hit.file, file)) ? [at + 1] : [];
  });
  return hits.length > MAX_HITS ? [] : hits;
}
