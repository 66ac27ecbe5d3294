import { labelledText, parseLabel } from './label.ts';

/** What an answer shows of a text. */
export interface Shown {
  readonly answer: string;
  /** The text as the engine was given it. */
  readonly given: string;
  /** Lines of the text in its own encoding. */
  readonly lines: readonly string[];
  /** Numbers of lines that are shown, and of those that are shown in part. */
  readonly kept: ReadonlySet<number>;
  readonly cut: ReadonlySet<number>;
}

/** True if the labelled line is shown. Of a line that is shown in part, the labelled piece must be there. */
export function showsLabel({ answer, lines, kept, cut }: Shown, label: string): boolean {
  const labelled = parseLabel(label);
  if (!kept.has(labelled.line)) return false;
  if (!cut.has(labelled.line) || labelled.piece === undefined) return true;
  return answer.includes(labelledText(labelled, lines) ?? '');
}

/** Lines of an answer that the engine added, in parentheses. */
function notes({ answer, given }: Shown): readonly string[] {
  const own = new Set(given.split(/\r?\n/));
  return answer.split(/\r?\n/).filter((line) => /^\s*\(.*\)$/.test(line) && !own.has(line));
}

/** True if the answer says that it shows some of several matches, such as `(22 of 32 matches shown; lines 4-90)`. */
export function statesCount(shown: Shown): boolean {
  return notes(shown).some((note) => /\b\d+ of \d+\b|\b\d+ (?:lines )?match|\b\d+ of them\b/.test(note));
}

/** True if the answer states a number as a count of matches. */
export function statesNumber(shown: Shown, number: number): boolean {
  const exactly = new RegExp(`(?<!\\d)${number}(?!\\d)`);
  return notes(shown).some((note) => /match|shown| of /.test(note) && exactly.test(note));
}
