import { isSameFile } from './comes-back.ts';
import type { Shown } from './fetched-lines.ts';
import { toNumberedLine } from './numbered-line.ts';

/** More hits in what was read tell nothing of one of them. */
const MAX_HITS = 3;
/** Lines of a part that is read for a hit; whoever reads more goes on through the file. */
const MAX_PART_LINES = 120;

/**
 * The 1-based lines of a search's result by which an agent found a part of a file: the hits, three at most, that lie in
 * what it read next. A part that begins with the file's first line is none, since no number was needed to find it.
 */
export function hitsRead({ action, text }: Shown, later: Shown): readonly number[] {
  if (action.kind !== 'search' && action.kind !== 'command') return [];
  const { firstLine = 1 } = later;
  const file = later.action.kind === 'read' && later.action.files.length === 1 ? later.action.files[0] : undefined;
  if (file === undefined || firstLine === 1) return [];
  const lines = later.text.replace(/\n+$/, '').split('\n').length;
  if (lines > MAX_PART_LINES) return [];
  const isOnly = action.places.length === 1 && isSameFile(action.places[0] ?? '', file);
  const hits = text.split('\n').flatMap((line, at) => {
    const hit = toNumberedLine(line);
    if (hit?.isHit !== true || hit.number < firstLine || hit.number >= firstLine + lines) return [];
    return (hit.file === undefined ? isOnly : isSameFile(hit.file, file)) ? [at + 1] : [];
  });
  return hits.length > MAX_HITS ? [] : hits;
}
