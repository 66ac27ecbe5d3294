import type { Action } from '../../../../src/sessions/actions/action.ts';
import { editsOf, showsFile } from './changed-files.ts';
import type { PendingResult } from './pending-result.ts';

/** Lines of a result that an edit found in the file. */
export interface EditedLines {
  readonly result: PendingResult;
  /** 1-based. */
  readonly lines: readonly number[];
}

/** Finds the lines that an edit replaced: each text that it found, in the last result that showed it. */
export function editedLines(pending: readonly PendingResult[], action: Action): readonly EditedLines[] {
  return editsOf(action).flatMap(({ file, found, isEverywhere = false }) => {
    const shown = pending.filter((one) => showsFile(one.action, file));
    return found.map(withoutEnds).flatMap((piece) => {
      const result = piece === '' ? undefined : shown.findLast(({ of }) => of.text.includes(piece));
      return result === undefined ? [] : [{ result, lines: linesOf(result.of.text, piece, isEverywhere) }];
    });
  });
}

/** Line breaks at the ends belong to lines that stay as they are. */
function withoutEnds(piece: string): string {
  return piece.replace(/^\n+|\n+$/g, '');
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
