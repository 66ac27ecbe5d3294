import type { Action } from '../../../../src/transcripts/actions/action.ts';
import { withoutLastBreaks } from '../../../../src/transcripts/actions/last-breaks.ts';
import { editsOf, shownFiles } from './changed-files.ts';
import { isSameFile } from './comes-back.ts';
import type { ResultLines } from './pending-result.ts';
import type { PendingResults } from './pending-results.ts';

/** Max UTF-16 units to search for the pieces of one call's edits. */
const MAX_SEARCHED = 1_000_000_000;

/** Finds the lines that an edit replaced. Each replaced text is located in the last result that showed it. */
export function editedLines({ showing }: Pick<PendingResults, 'showing'>, action: Action): readonly ResultLines[] {
  const edited: ResultLines[] = [];
  let searched = 0;
  for (const { file, found, isEverywhere = false } of editsOf(action)) {
    if (searched > MAX_SEARCHED || found.length === 0) continue;
    const named = showing(file);
    searched += named.length * file.length;
    const shown = named.filter((one) => shownFiles(one.action).some((own) => isSameFile(own, file)));
    for (const piece of found.map(withoutEnds)) {
      const result = shown.findLast(({ of }) => {
        searched += of.text.length;
        return piece !== '' && searched <= MAX_SEARCHED && of.text.includes(piece);
      });
      if (result !== undefined) edited.push({ result, lines: linesOf(result.of.text, piece, isEverywhere) });
    }
  }
  return edited;
}

/** Drops line breaks at both ends, which belong to lines that stay. */
function withoutEnds(piece: string): string {
  return withoutLastBreaks(piece.replace(/^\n+/, ''));
}

/** Returns the 1-based lines of a piece's first occurrence in a text, or of all occurrences. */
function linesOf(text: string, piece: string, isEverywhere: boolean): readonly number[] {
  const lines: number[] = [];
  const span = piece.split('\n');
  for (let at = text.indexOf(piece); at !== -1; at = isEverywhere ? text.indexOf(piece, at + piece.length) : -1) {
    const first = lineAt(text, at);
    lines.push(...span.map((_, i) => first + i));
  }
  return lines;
}

/** Returns the 1-based line that contains an offset. */
function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
