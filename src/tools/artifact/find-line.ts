import { BLOCK_BYTES } from '../../artifacts/artifact-blocks.ts';
import { ArtifactToolError } from './artifact-tool-error.ts';
import type { ByteSource } from './byte-source.ts';
import { createBreakFinder, endsInReturn } from './line-breaks.ts';
import type { Position } from './reading.ts';

/**
 * Finds the start of a line, block by block. Throws an `ArtifactToolError` (`OUT_OF_RANGE`) that says how many lines
 * there are.
 */
export async function findLine(source: ByteSource, target: number, signal: AbortSignal): Promise<Position> {
  if (target === 1) return { offset: 0, line: 1, inside: false };
  let line = 1;
  let open = false;
  for (let at = 0; at < source.bytes; ) {
    signal.throwIfAborted();
    const toEdge = BLOCK_BYTES - (at % BLOCK_BYTES);
    const block = await source.read(at, toEdge > 1 ? toEdge : toEdge + BLOCK_BYTES);
    const more = at + block.length < source.bytes;
    // A CR at the end is read again together with what follows it.
    const end = more && block.length > 1 && endsInReturn(block) ? block.length - 1 : block.length;
    const nextBreak = createBreakFinder(block.subarray(0, end));
    let from = 0;
    for (let found = nextBreak(0); found >= 0; found = nextBreak(from)) {
      from = found;
      if (++line === target && at + from < source.bytes) return { offset: at + from, line, inside: false };
    }
    open = from < end;
    at += end;
  }
  const lines = open ? line : line - 1;
  throw new ArtifactToolError(
    'OUT_OF_RANGE',
    `cannot read from line ${target}: the text has ${lines} ${lines === 1 ? 'line' : 'lines'}`,
  );
}
