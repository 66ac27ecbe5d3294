/** Returns the mark for characters `from` to `to` of a line, 1-based and inclusive, in UTF-16 units. */
export const cutMark = (from: number, to: number): string => `…[+${to - from + 1} chars: ${from}-${to}]…`;

/** Matches the marks in a text: how many characters were cut, the first and the last of them. */
export const CUT_MARKS: RegExp = /…\[\+(\d{1,9}) chars: (\d{1,9})-(\d{1,9})\]…/g;

/** Returns a test that recognizes a line by its shown form: whole, or with marks in place of some characters. */
export function cutMatcher(shown: string): (line: string) => boolean {
  const first = shown.indexOf('…[+');
  if (first < 0) return (line) => line === shown;
  const beginning = shown.slice(0, first);
  return (line) => line === shown || (line.startsWith(beginning) && isCutOf(line, shown));
}

/** A pair of offsets up to which the line and the shown text agree. */
interface Place {
  readonly at: number;
  readonly read: number;
  /** False if no mark has been read yet. */
  readonly isCut: boolean;
}

/** True if `shown` is the line with marks in place of the characters they name. */
export function isCutOf(line: string, shown: string): boolean {
  // The line may itself contain text that looks like a valid mark, so both readings are tried.
  let places: readonly Place[] = [{ at: 0, read: 0, isCut: false }];
  for (const { 0: mark, 1: count, 2: first, 3: last, index } of shown.matchAll(CUT_MARKS)) {
    const from = Number(first) - 1;
    const to = Number(last);
    const isSound = to - from === Number(count) && to > from && to <= line.length;
    const reached = places
      .map((place) => ({ ...place, end: place.at + index - place.read }))
      .filter(({ at, read, end }) => line.slice(at, end) === shown.slice(read, index));
    places = reached.map(({ end, isCut }) => ({ at: end, read: index, isCut }));
    if (!isSound || !reached.some(({ end }) => end === from)) continue;
    const cut = { at: to, read: index + mark.length, isCut: true };
    // Places with the same distance between their offsets continue in the same way, so one of them is enough.
    places = [...places.filter(({ at, read }) => at - read !== cut.at - cut.read), cut];
  }
  return places.some(({ at, read, isCut }) => isCut && line.slice(at) === shown.slice(read));
}
