/** A line of a file as a search shows it. */
export interface NumberedLine {
  /** Undefined if the search was in one file, whose name it does not repeat. */
  readonly file: string | undefined;
  readonly number: number;
  /** False for a line that stands around a hit. */
  readonly isHit: boolean;
  readonly text: string;
}

/** `path:12:text`, `path-12-text` around a hit, and both without the path. */
const NUMBERED = /^(?:((?:[A-Za-z]:)?[^:\n]*?)[:-])?(\d+)([:-])(.*)$/;

/** Takes a line of `grep -n` or `rg -n` apart; undefined for any other line. */
export function toNumberedLine(line: string): NumberedLine | undefined {
  const [, file, number, mark, text = ''] = NUMBERED.exec(line) ?? [];
  return number === undefined ? undefined : { file, number: Number(number), isHit: mark === ':', text };
}
