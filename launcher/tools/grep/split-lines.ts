import type { OutputParser } from './engine.ts';

const NEWLINE = 0x0a;

/** Bytes of an overlong line to pass to `onTooLong`. */
const HEAD_BYTES = 65_536;

/**
 * Splits a stream into lines. A line longer than `maxBytes` is cut to its start, so that it is never in memory as a
 * whole.
 */
export function streamLines(
  maxBytes: number,
  onLine: (line: Buffer) => void,
  onTooLong: (head: Buffer) => void,
): OutputParser {
  let held: Uint8Array[] = [];
  let size = 0;
  const hold = (part: Uint8Array): void => {
    size += part.length;
    if (size <= maxBytes) held.push(part);
    else if (size - part.length <= maxBytes) held = [Buffer.concat([...held, part]).subarray(0, HEAD_BYTES)];
  };
  const release = (): void => {
    if (size > maxBytes) onTooLong(Buffer.concat(held));
    else if (size > 0) onLine(Buffer.concat(held, size));
    held = [];
    size = 0;
  };
  return {
    push: (chunk) => {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        hold(chunk.subarray(from, at));
        release();
        from = at + 1;
      }
      if (from < chunk.length) hold(chunk.subarray(from));
    },
    end: release,
  };
}
