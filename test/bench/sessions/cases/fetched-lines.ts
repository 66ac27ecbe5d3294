import type { Action } from '../../../../src/transcripts/actions/action.ts';
import { comesBack } from './comes-back.ts';
import { linesByNumber } from './lines-by-number.ts';
import { linesInRuns, linesShownAgain } from './lines-shown-again.ts';

/** A result's lines, and the call that returned them. */
export interface Shown {
  readonly action: Action;
  readonly text: string;
  /** Line number of its first line in the file, if known. */
  readonly firstLine: number | undefined;
}

/**
 * Returns the 1-based lines of an earlier result that the agent fetched again with a later call. None if the later
 * result shows more than half of the earlier one again, because then the agent did not ask for particular lines.
 */
export function linesFetchedAgain(earlier: Shown, later: Shown): readonly number[] {
  if (!comesBack(earlier.action, later.action)) return [];
  const lines = earlier.text.split('\n');
  const found = linesFound(earlier, lines, { ...later, text: later.text.replace(/\n+$/, '') });
  return found.length * 2 > lines.length ? [] : found;
}

/** Lines such as `return nil` occur everywhere in a file, so line numbers must match where they are known. */
function linesFound(earlier: Shown, lines: readonly string[], later: Shown): readonly number[] {
  const file = fileOf(earlier.action);
  if (later.action.kind !== 'read') {
    const numbered = file === undefined ? undefined : linesByNumber(lines, earlier.firstLine ?? 1, file, later.text);
    return numbered ?? linesShownAgain(lines, later.text);
  }
  const isPart = file !== undefined && fileOf(later.action) !== undefined && later.firstLine !== undefined;
  return isPart ? linesOfPart(earlier, lines, later) : linesInRuns(lines, later.text);
}

function fileOf(action: Action): string | undefined {
  return action.kind === 'read' && action.files.length === 1 ? action.files[0] : undefined;
}

/**
 * Returns the 1-based lines of a part of a file that a later read repeats exactly. None if the read extends beyond the
 * part, because then the agent wanted lines that it had not seen.
 */
function linesOfPart(earlier: Shown, lines: readonly string[], later: Shown): readonly number[] {
  const part = later.text.split('\n');
  const skipped = (later.firstLine ?? 1) - (earlier.firstLine ?? 1);
  const isSame = part.every((line, at) => line.trimEnd() === lines[skipped + at]?.trimEnd());
  return isSame ? part.map((_, at) => skipped + at + 1) : [];
}
