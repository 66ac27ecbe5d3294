/** First and last line, 1-based. */
export type LineRange = readonly [number, number];

/** Matches a file in an answer, perhaps by its base name only, and lines: `lines 12-30`, `line 7`, `lines 5, 9-12`. */
const FILE = /(?<![\w./-])(?:\.\/)?(?<file>[\w./-]*\w\.[a-z]{1,4})(?![\w/])/;
const LINES = /\blines?\s+(?<lines>\d+(?:\s*[-–]\s*\d+)?(?:,?\s*(?:and|&|,)?\s*\d+(?:\s*[-–]\s*\d+)?)*)/;
const BEHIND = new RegExp(`^\`?,?\\s+(?:in|of)\\s+(?:the\\s+)?\`?${FILE.source}`);
const COLON = new RegExp(`${FILE.source}:(?<lines>\\d+(?:[-–]\\d+)?)`);
const ALL = new RegExp(
  [COLON, LINES, FILE].map(({ source }, i) => source.replaceAll(/\?<(?=\w)/g, `?<_${i}`)).join('|'),
  'g',
);

/**
 * Returns the line ranges that a text written by people cites, by file: `a.ts:12-30`, `lines 12-30 in a.ts`. Lines
 * without a file belong to the last file that was named before. Ranges are in the order of the text, without
 * duplicates.
 */
export function citedPlaces(text: string): ReadonlyMap<string, readonly LineRange[]> {
  const cited = new Map<string, Map<string, LineRange>>();
  let last: string | undefined;
  for (const { 0: match, index, groups = {} } of text.matchAll(ALL)) {
    const behind = BEHIND.exec(text.slice(index + match.length))?.groups?.['file'];
    const file: string | undefined = groups['_0file'] ?? groups['_2file'] ?? behind ?? last;
    if (groups['_2file'] !== undefined || groups['_0file'] !== undefined) last = file;
    const lines = groups['_0lines'] ?? groups['_1lines'];
    if (lines === undefined || file === undefined) continue;
    const ranges = cited.get(file) ?? new Map<string, LineRange>();
    cited.set(file, ranges);
    for (const range of toRanges(lines)) ranges.set(range.join(), range);
  }
  return new Map(Array.from(cited, ([file, ranges]) => [file, [...ranges.values()]]));
}

function toRanges(lines: string): LineRange[] {
  return [...lines.matchAll(/(\d+)(?:\s*[-–]\s*(\d+))?/g)].map(([, first, last]) => [
    Number(first),
    Number(last ?? first),
  ]);
}
