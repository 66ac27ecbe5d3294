/** Lines of a text as offsets. No substring is made until a line is shown. */
export interface Lines {
  readonly text: string;
  /** Number of lines, as Python's `splitlines()` counts them: a final newline opens no further line. */
  readonly count: number;
  /** `starts[i]` is the offset (UTF-16 units) of line `i`, 0-based; `starts[count]` is the text's length. */
  readonly starts: Int32Array;
  /** `ends[i]` is the offset after line `i`'s last character, before its line break. */
  readonly ends: Int32Array;
  /** True if the text has a character that only some editors treat as a line break. */
  readonly ambiguous: boolean;
  /** Set if some of these lines are chunks of very long lines. */
  readonly chunks?: LineChunks | undefined;
  /** Matches the text that was put before each line and says nothing of it; `lineHead` leaves it out. */
  readonly stamp?: RegExp | undefined;
}

/** The mapping between lines and their chunks. */
export interface LineChunks {
  readonly whole: Lines;
  /** The line that each chunk belongs to. */
  readonly lineOf: Int32Array;
  /** The first chunk of each line, and the number of chunks. */
  readonly firstOf: Int32Array;
}

const AMBIGUOUS = ['\v', '\f', '\u001c', '\u001d', '\u001e', '\u0085', '\u2028', '\u2029'];

// Counts occurrences natively first, so that both arrays are allocated once at their final size.
function countOf(text: string, needle: string): number {
  let n = 0;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) n++;
  return n;
}

/** Splits at `\n`, `\r\n` and `\r`. Linear; allocates two typed arrays and nothing else. */
export function splitLines(text: string): Lines {
  const length = text.length;
  const ambiguous = AMBIGUOUS.some((c) => text.includes(c));
  const max = countOf(text, '\n') + countOf(text, '\r') + 1;
  const starts = new Int32Array(max + 1);
  const ends = new Int32Array(max);
  const carriage = text.includes('\r');
  let count = 0;
  let at = 0;
  let end = -1; // updated only once passed, so text with lone \r stays linear
  while (at < length) {
    if (end < at) {
      end = text.indexOf('\n', at);
      if (end < 0) end = length;
    }
    starts[count] = at;
    if (carriage) {
      // A lone `\r` is a break too. One followed by `\n` belongs to that break.
      const lone = loneReturn(text, at, end);
      if (lone >= 0) {
        ends[count++] = lone;
        at = lone + 1;
        continue;
      }
      ends[count++] = end > at && end < length && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
    } else ends[count++] = end;
    at = end + 1;
  }
  starts[count] = length;
  return { text, count, starts: starts.subarray(0, count + 1), ends: ends.subarray(0, count), ambiguous };
}

/** Returns the first `\r` in [from, to) that is a break of its own, or -1. */
function loneReturn(text: string, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    if (text.charCodeAt(i) === 13 && !(i + 1 === to && to < text.length)) return i;
  }
  return -1;
}
