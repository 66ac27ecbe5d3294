/** A line of a file in a search's output. */
export interface NumberedLine {
  /** Undefined if only one file was searched, because its name is not repeated then. */
  readonly file: string | undefined;
  readonly number: number;
  /** False for a context line of a hit. */
  readonly isHit: boolean;
  readonly text: string;
}

/** Matches `path:12:text`, `path-12-text` for context lines, and both without the path. */
const NUMBERED = /^(?:((?:[A-Za-z]:)?[^:\n]*?)[:-])?(\d+)([:-])(.*)$/;

/** Parses a line of `grep -n` or `rg -n`; undefined for any other line. */
export function toNumberedLine(line: string): NumberedLine | undefined {
  const [, file, number, mark, text = ''] = NUMBERED.exec(line) ?? [];
  return number === undefined ? undefined : { file, number: Number(number), isHit: mark === ':', text };
}
