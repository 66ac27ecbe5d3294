/** The mark for characters `from` to `to` of a line, 1-based and inclusive, in UTF-16 units. */
export function cutMark(from: number, to: number): string {
  return `…[+${to - from + 1} chars: ${from}-${to}]…`;
}

const MARK = /…\[\+(\d{1,9}) chars: (\d{1,9})-(\d{1,9})\]…/g;

/** Returns a test for the line that is shown, either whole or with marks in place of some of its characters. */
export function cutMatcher(shown: string): (line: string) => boolean {
  const first = shown.indexOf('…[+');
  if (first < 0) return (line) => line === shown;
  const beginning = shown.slice(0, first);
  return (line) => line === shown || (line.startsWith(beginning) && isCutOf(line, shown));
}

/** True if `shown` is the line with marks in place of the characters that they name. */
export function isCutOf(line: string, shown: string): boolean {
  let at = 0; // in the line
  let read = 0; // in what is shown
  for (const { 0: mark, 1: count, 2: first, 3: last, index } of shown.matchAll(MARK)) {
    const from = Number(first) - 1;
    const to = Number(last);
    // The line may hold what looks like a mark.
    if (to - from !== Number(count) || from - at !== index - read || to > line.length || to <= from) continue;
    if (line.slice(at, from) !== shown.slice(read, index)) return false;
    at = to;
    read = index + mark.length;
  }
  return at > 0 && line.slice(at) === shown.slice(read);
}
