const LINE_FEED = 10;

/** Max bytes of a line, which must be held in memory as a whole. Longer lines are skipped. */
const MAX_LINE = 32 * 1024 * 1024;
/** Max bytes of the first line, which may be a whole JSON document. */
const MAX_FIRST_LINE = 64 * 1024 * 1024;

/** Splits bytes into lines of UTF-8 text. Buffers only the incomplete last line. */
export function createLineSplitter(maxLine: number = MAX_LINE, maxFirstLine: number = MAX_FIRST_LINE) {
  const decoder = new TextDecoder();
  let held: Uint8Array[] = [];
  let size = 0;
  let max = maxFirstLine;
  let isDropping = false;

  const hold = (part: Uint8Array, lines: (string | undefined)[]): void => {
    if (isDropping || part.length === 0) return;
    size += part.length;
    if (size <= max) {
      held.push(part);
      return;
    }
    // Reported at once, not at its end, so that a reader can give up on a file without line breaks.
    lines.push(undefined);
    isDropping = true;
    held = [];
  };
  const take = (): string => {
    const line = held.length === 1 && held[0] !== undefined ? held[0] : joined(held, size);
    held = [];
    size = 0;
    return decoder.decode(line);
  };

  return {
    /** Returns the lines that end in this chunk; undefined stands for a line that is too long. */
    split(chunk: Uint8Array): readonly (string | undefined)[] {
      const lines: (string | undefined)[] = [];
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        hold(chunk.subarray(start, end), lines);
        if (isDropping) size = 0;
        else lines.push(take());
        isDropping = false;
        max = maxLine;
        start = end + 1;
      }
      hold(chunk.subarray(start), lines);
      return lines;
    },
    /** Returns the text after the last line break. */
    end(): string {
      return isDropping ? '' : take();
    },
  };
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
