import type { OutputParser } from './engine.ts';

const NEWLINE = 0x0a;

/** Cuts a stream into lines and drops those longer than `mostBytes` without ever holding them. */
export function splitLines(mostBytes: number, onLine: (line: Buffer) => void, onTooLong: () => void): OutputParser {
  let held: Uint8Array[] = [];
  let size = 0;
  const hold = (part: Uint8Array): void => {
    size += part.length;
    if (size > mostBytes) held = [];
    else held.push(part);
  };
  const release = (): void => {
    if (size > mostBytes) onTooLong();
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
