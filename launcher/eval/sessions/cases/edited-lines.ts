import type { Action } from '../../../../src/sessions/actions/action.ts';
import { withoutLastBreaks } from '../../../../src/sessions/actions/last-breaks.ts';
import { editsOf, shownFiles } from './changed-files.ts';
import { isSameFile } from './comes-back.ts';
import type { PendingResult } from './pending-result.ts';
import type { PendingResults } from './pending-results.ts';

/** Lines of a result that an edit found in the file. */
export interface EditedLines {
  readonly result: PendingResult;
  /** 1-based. */
  readonly lines: readonly number[];
}

/** UTF-16 units in which the pieces of one call's edits are looked for. */
const MAX_SEARCHED = 1_000_000_000;

/** Finds the lines that an edit replaced: each text that it found, in the last result that showed it. */
export function editedLines({ showing }: Pick<PendingResults, 'showing'>, action: Action): readonly EditedLines[] {
  const edited: EditedLines[] = [];
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

/** Line breaks at the ends belong to lines that stay as they are. */
function withoutEnds(piece: string): string {
  return withoutLastBreaks(piece.replace(/^\n+/, ''));
}

/** The 1-based lines that a piece takes up where it first stands in a text, or everywhere. */
function linesOf(text: string, piece: string, isEverywhere: boolean): readonly number[] {
  const lines: number[] = [];
  const span = piece.split('\n');
  for (let at = text.indexOf(piece); at !== -1; at = isEverywhere ? text.indexOf(piece, at + piece.length) : -1) {
    const first = lineAt(text, at);
    lines.push(...span.map((_, i) => first + i));
  }
  return lines;
}

/** The 1-based line that an offset lies in. */
function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
