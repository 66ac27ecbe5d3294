const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Creates a function that returns the offset after the next line break, or -1. LF, CR LF and a lone CR break a line, as
 * in the pruning engine. Offsets passed must not decrease, so that all lookups together are linear.
 */
export function createBreakFinder(bytes: Uint8Array): (from: number) => number {
  let feed = -2;
  let carriage = -2;
  return (from) => {
    if (feed !== -1 && feed < from) feed = bytes.indexOf(LINE_FEED, from);
    if (carriage !== -1 && carriage < from) carriage = bytes.indexOf(CARRIAGE_RETURN, from);
    if (carriage >= 0 && (feed < 0 || carriage < feed)) {
      return bytes[carriage + 1] === LINE_FEED ? carriage + 2 : carriage + 1;
    }
    return feed < 0 ? -1 : feed + 1;
  };
}

/** True if the bytes end in a CR, whose LF may follow. */
export const endsInReturn = (bytes: Uint8Array): boolean => bytes.at(-1) === CARRIAGE_RETURN;

/** Returns where the line's text ends, without the break before `end`. */
export function withoutBreak(bytes: Uint8Array, end: number): number {
  return bytes[end - 1] === LINE_FEED && bytes[end - 2] === CARRIAGE_RETURN ? end - 2 : end - 1;
}

/** True if an offset lies between a CR and its LF. */
export function splitsBreak(bytes: Uint8Array, at: number): boolean {
  return bytes[at - 1] === CARRIAGE_RETURN && bytes[at] === LINE_FEED;
}
