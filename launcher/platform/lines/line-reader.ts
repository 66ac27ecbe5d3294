const LF = 10;

/** Max size of a message, in bytes. Longer ones are dropped and reported, so that no client can exhaust memory. */
export const MAX_LINE_BYTES: number = 64 * 1024 * 1024;
/** Bytes to keep of the start and of the end of a dropped line. */
const EDGE_BYTES = 256;

/** Start and end of a dropped line. */
export interface LineEdges {
  readonly head: string;
  readonly tail: string;
}

export type LineReader = ReturnType<typeof createLineReader>;

/**
 * Splits a byte stream into lines and skips blank ones. For a line above the limit, `onLine` gets `undefined` and the
 * line's edges.
 */
export function createLineReader(
  onLine: (line: string | undefined, edges?: LineEdges) => void,
  max: number = MAX_LINE_BYTES,
) {
  let parts: Buffer[] = [];
  let bytes = 0;
  let head: Buffer | undefined;
  let tail: Buffer = Buffer.alloc(0);

  const keep = (part: Buffer): void => {
    bytes += part.length;
    parts.push(part);
    if (bytes <= max) return;
    head ??= Buffer.concat(edgeOf(parts));
    tail = Buffer.concat([tail, ...edgeOf(parts.toReversed(), -1).toReversed()]).subarray(-EDGE_BYTES);
    parts = [];
  };
  const finish = (): void => {
    const line = head === undefined ? Buffer.concat(parts).toString('utf8') : undefined;
    const edges = head && { head: head.toString('latin1'), tail: tail.toString('latin1') };
    parts = [];
    bytes = 0;
    head = undefined;
    tail = Buffer.alloc(0);
    if (line === undefined) onLine(undefined, edges);
    else if (line.trim() !== '') onLine(line);
  };

  return {
    push(chunk: Buffer): void {
      let from = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
        keep(chunk.subarray(from, end));
        finish();
        from = end + 1;
      }
      if (from < chunk.length) keep(chunk.subarray(from));
    },
    /** Call at the end of the stream. Text after the last newline is a line too. */
    end: finish,
  };
}

/** Copies the start of the given parts, or their end if `side` is -1. Takes at most EDGE_BYTES. */
function edgeOf(parts: readonly Buffer[], side: 1 | -1 = 1): Buffer[] {
  const edge: Buffer[] = [];
  let left = EDGE_BYTES;
  for (const part of parts) {
    if (left <= 0) break;
    edge.push(Buffer.from(side === 1 ? part.subarray(0, left) : part.subarray(-left)));
    left -= part.length;
  }
  return edge;
}
