/** Last line of an outline, which is shown if no line relates to the question. */
export const UNMATCHED = '(no line matches the question; this is an outline)';

/** Last line of an answer that does not show every line which the question selects. */
const PARTLY = /^\(\d+ of \d+ matches shown; (?:every line matches|lines \d+(?:-\d+)?(?:, \d+(?:-\d+)?)*(?:, …)?)\)$/;

/** Last line of an answer about a whole list of which words chose a part. */
const CHOSEN = /^\(\d+ of \d+ lines shown; others may match\)$/;

/** Last line of an answer that shows some lines for others like them. */
const ALIKE = /^\((?:line \d+ stands for \d+ like it, the last is \d+(?:; |(?=\)$)))+\)$/;

/** Upper bound of a notice's tokens, or of one group's in a notice of folded lines. */
export const NOTICE_TOKENS = 16;
/** Upper bound of the tokens of a notice that names lines. */
export const PARTLY_TOKENS = 28;
/** Max groups of folded lines that a notice counts. */
const MAX_GROUPS = 6;

/** Lines that differ only in names, addresses, numbers or times. The first ones and the last are shown. */
export interface AlikeLines {
  /** 0-based. */
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** Returns the notice that counts folded lines, the largest groups; undefined if there are none. */
export function alikeNotice(groups: readonly AlikeLines[], firstLine = 1): string | undefined {
  if (groups.length === 0) return undefined;
  const largest = groups.toSorted((a, b) => b.count - a.count).slice(0, MAX_GROUPS);
  const shown = largest.map(
    ({ first, last, count }) =>
      `line ${firstLine + first} stands for ${count} like it, the last is ${firstLine + last}`,
  );
  return `(${shown.join('; ')})`;
}

/** Lines that a question selects for certain. */
export interface Matched {
  readonly lines: number;
  /** Those that are not shown, 1-based, ascending. */
  readonly missing: readonly number[];
  /** True if these are all lines of the text except titles. */
  readonly isEvery: boolean;
}

/** Max runs of lines that a notice names. */
const MAX_RUNS = 3;

/** Returns the notice for an answer that shows only some of the lines which the question selects. */
export function partlyShown({ lines, missing, isEvery }: Matched): string {
  const runs: [number, number][] = [];
  for (const line of missing) {
    const last = runs.at(-1);
    if (last?.[1] === line - 1) last[1] = line;
    else runs.push([line, line]);
  }
  const named = runs.slice(0, MAX_RUNS).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  const rest = runs.length > MAX_RUNS ? ', …' : '';
  const where = isEvery ? 'every line matches' : `lines ${named.join(', ')}${rest}`;
  return `(${lines - missing.length} of ${lines} matches shown; ${where})`;
}

/** Returns the notice for an answer about a whole list, where nothing tells for certain which lines match. */
export const chosenNotice = (shown: number, of: number): string => `(${shown} of ${of} lines shown; others may match)`;

/** True for a line of ours that says how much of a text matches the question. */
export const isNotice = (line: string): boolean =>
  line === UNMATCHED || [PARTLY, CHOSEN, ALIKE].some((notice) => notice.test(line));

/** True for an answer of the embedded engine in which no line relates to the question. `score` is the whole text's. */
export function isUnmatched(engine: 'embedded' | 'remote' | null, score: number): boolean {
  return engine === 'embedded' && score === 0;
}

/** Returns a notice to append to a text, with the text's own line breaks. Ends with one if the text does. */
export function noticeLine(text: string, notice: string): string {
  const last = /(?:\r\n|\n|\r)$/.exec(text.slice(-2))?.[0];
  return last === undefined ? `${/\r\n|\n|\r/.exec(text)?.[0] ?? '\n'}${notice}` : notice + last;
}
