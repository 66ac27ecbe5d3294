import { decodeUtf8 } from '../../artifacts/utf8.ts';
import { ArtifactToolError } from './artifact-tool-error.ts';
import type { ByteSource } from './byte-source.ts';
import { PRUNE_MAX_BYTES, readLines } from './prune-lines.ts';
import type { Position } from './reading.ts';

/** Characters of a line, 1-based and inclusive, in UTF-16 units, as in the marks of pruned lines. */
export interface CharRange {
  /** Default: the line's first. */
  readonly first?: number | undefined;
  /** Default: the line's last. */
  readonly last?: number | undefined;
}

/** Reads part of the line that begins at `from`, without its line break. Throws an `ArtifactToolError`. */
export async function partOfLine(
  source: ByteSource,
  from: Position,
  { first = 1, last = Infinity }: CharRange,
  signal: AbortSignal,
): Promise<string> {
  const bytes = await readLines(source, { from, lastLine: from.line }, signal);
  const what = `cannot read characters of line ${from.line}`;
  if (bytes === undefined) {
    throw new ArtifactToolError('TOO_LARGE', `${what}: it has more than ${PRUNE_MAX_BYTES} bytes; use pattern`);
  }
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new ArtifactToolError('INVALID_SELECTION', `${what}: it is not UTF-8`);
  const line = text.replace(/(?:\r\n|\n|\r)$/, '');
  if (first > line.length) {
    throw new ArtifactToolError(
      'OUT_OF_RANGE',
      `${what} from ${first} on: it has ${line.length} ${line.length === 1 ? 'character' : 'characters'}`,
    );
  }
  return line.slice(first - 1, last);
}
