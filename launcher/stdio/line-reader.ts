const LF = 10;

/** Bytes a message may have; a longer one is dropped and reported, so that no client can fill the memory. */
export const MAX_LINE_BYTES: number = 64 * 1024 * 1024;

export interface LineReader {
  push(chunk: Buffer): void;
  /** The stream has ended: what stands behind the last newline is a line too. */
  end(): void;
}

/** Cuts a byte stream into lines. `onLine` gets `undefined` for one above the limit. Lines of white space are skipped. */
export function createLineReader(
  onLine: (line: string | undefined) => void,
  most: number = MAX_LINE_BYTES,
): LineReader {
  let parts: Buffer[] = [];
  let bytes = 0;

  const keep = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= most) parts.push(part);
    else parts = [];
  };
  const finish = (): void => {
    const tooLong = bytes > most;
    const line = tooLong ? '' : Buffer.concat(parts).toString('utf8');
    parts = [];
    bytes = 0;
    if (tooLong) onLine(undefined);
    else if (line.trim() !== '') onLine(line);
  };

  return {
    push(chunk) {
      let from = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
        keep(chunk.subarray(from, end));
        finish();
        from = end + 1;
      }
      if (from < chunk.length) keep(chunk.subarray(from));
    },
    end: finish,
  };
}
