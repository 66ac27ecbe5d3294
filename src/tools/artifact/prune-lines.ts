import { BLOCK_BYTES } from '../../artifacts/artifact-blocks.ts';
import { decodeUtf8 } from '../../artifacts/utf8.ts';
import type { ByteSource } from './byte-source.ts';
import { createBreakFinder } from './line-breaks.ts';
import type { Position } from './reading.ts';

/** Max bytes of a text to be pruned, because it is fully in memory (same default as `PRUNER_MAX_INPUT_BYTES`). */
export const PRUNE_MAX_BYTES: number = 2 * 1024 * 1024;

/** A text from an artifact, and the question to prune it by. */
export interface SelectedText {
  readonly text: string;
  /** Trimmed, not empty. */
  readonly question: string;
  /** Line number in the artifact of the text's first line. */
  readonly firstLine: number;
}

/**
 * Returns the lines that answer the question, with `(filtered N lines: a-b)` for the gaps; undefined if that is not
 * possible. Rejects only with the signal's reason.
 */
export type PruneSelection = (
  selected: SelectedText,
  options: { readonly signal: AbortSignal },
) => Promise<string | undefined>;

/** A pruned text, or why it was not pruned. */
type PrunedLines =
  | { readonly kind: 'pruned'; readonly text: string }
  | { readonly kind: 'whole'; readonly why: string };

export interface ReadRange {
  readonly from: Position;
  /** 0: up to the end. */
  readonly lastLine: number;
}

/** Prunes lines of a source by a question. */
export async function pruneLines(
  source: ByteSource,
  { from, lastLine }: ReadRange,
  question: string,
  { prune, signal }: { readonly prune: PruneSelection | undefined; readonly signal: AbortSignal },
): Promise<PrunedLines> {
  if (prune === undefined) return { kind: 'whole', why: 'there is no pruner' };
  const bytes = await readLines(source, { from, lastLine }, signal);
  if (bytes === undefined) return { kind: 'whole', why: `it has more than ${PRUNE_MAX_BYTES} bytes` };
  const text = decodeUtf8(bytes);
  if (text === undefined) return { kind: 'whole', why: 'it is not UTF-8' };
  const pruned = await prune({ text, question, firstLine: from.line }, { signal });
  return pruned === undefined ? { kind: 'whole', why: 'the pruner failed' } : { kind: 'pruned', text: pruned };
}

/** Reads the bytes of lines; undefined if there are too many. */
export async function readLines(
  source: ByteSource,
  { from, lastLine }: ReadRange,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  if (lastLine === 0 && source.bytes - from.offset > PRUNE_MAX_BYTES) return undefined;
  const bytes = new Uint8Array(Math.min(source.bytes - from.offset, PRUNE_MAX_BYTES + BLOCK_BYTES));
  for (let filled = 0; filled < bytes.length; ) {
    signal.throwIfAborted();
    const block = await source.read(from.offset + filled, Math.min(BLOCK_BYTES, bytes.length - filled));
    bytes.set(block, filled);
    filled += block.length;
  }
  if (lastLine === 0) return bytes;
  const nextBreak = createBreakFinder(bytes);
  let end = 0;
  for (let line = from.line; line <= lastLine && end >= 0; line++) end = nextBreak(end);
  const length = end < 0 ? bytes.length : end;
  return length > PRUNE_MAX_BYTES ? undefined : bytes.subarray(0, length);
}
