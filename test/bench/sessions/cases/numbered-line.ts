/** A line of a file in a search's output. */
export interface NumberedLine {
  /** Undefined if only one file was searched, because the output then omits its name. */
  readonly file: string | undefined;
  readonly number: number;
  /** False for a context line of a hit. */
  readonly isHit: boolean;
  readonly text: string;
}

/** Matches `path:12:text`, `path-12-text` for context lines, and both without the path. */
const NUMBERED = /^(?:((?:[A-Za-z]:)?[^:\n]*?)[:-])?(\d+)([:-])(.*)$/;
/** opencode names a file once (`/p/a.ts:`), above its hits (`  Line 12: text`). */
const FILE = /^(\S.*):$/;
const IN_FILE = /^ {2}Line (\d+): (.*)$/;

/** Parses each line of a search's output, such as that of `grep -n`; undefined for any other line. */
export function numberedLines(output: string): readonly (NumberedLine | undefined)[] {
  let above: string | undefined;
  return output.split('\n').map((line) => {
    const [, own, ownText = ''] = IN_FILE.exec(line) ?? [];
    if (own !== undefined) return { file: above, number: Number(own), isHit: true, text: ownText };
    above = FILE.exec(line)?.[1] ?? above;
    const [, file, number, mark, text = ''] = NUMBERED.exec(line) ?? [];
    return number === undefined ? undefined : { file, number: Number(number), isHit: mark === ':', text };
  });
}
