import type { FallbackReason } from '../pruning/fallback-reason.ts';
import type { CutLine } from '../pruning/pieces/cut-line.ts';
import type { LineReason, PruneDetails, TextKind } from '../pruning/pruner.ts';

/** Where an answer came from: remembered, computed, or computed for an equal request at the same time. */
export type CacheOutcome = 'hit' | 'miss' | 'joined';

/** A pruned text with its honest counts, from which every dialect's answer is written. */
export interface Measured {
  readonly ok: true;
  readonly text: string;
  /** False: `text` is the request's, byte for byte, and the counts are equal. True: `tokensOut < tokensIn`. */
  readonly changed: boolean;
  /** The original's lines: as the engine counts them where it has left any out, else as Python's `splitlines()` does. */
  readonly lineCount: number;
  /** There are more lines than the limit: nothing is pruned, and `keptLines`, `scores` and `reasons` are empty. */
  readonly tooManyLines?: true | undefined;
  /** 1-based, ascending, unique: every line that `text` shows. */
  readonly keptLines: readonly number[];
  /** Kept lines of which `text` shows only parts. */
  readonly cutLines?: readonly CutLine[] | undefined;
  /** Lines left out that the session was given before, each run with a marker of its own. */
  readonly knownLines?: PruneDetails['knownLines'];
  /** One a line, 0..1, to four decimals. */
  readonly scores: readonly number[];
  /** One a kept line. */
  readonly reasons: readonly LineReason[];
  /** Relevance of the whole, 0..1, to four decimals. */
  readonly score: number;
  /** The share of the needed lines that is expected to be shown, 0..1, to four decimals; of an engine that can tell. */
  readonly expectedRecall?: number | undefined;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly questionTokens: number;
  readonly kind: TextKind | null;
  /** The scorer's name and version; null where none ran. */
  readonly method: string | null;
  readonly engine: 'embedded' | 'remote' | null;
  /** Why nothing was pruned although it was asked for. */
  readonly refusal: string | null;
  /** Why the embedded engine stood in for the upstream; null where it did not. */
  readonly fallbackReason: FallbackReason | null;
  /** Null where neither a cache nor joining was asked. */
  readonly cache: CacheOutcome | null;
}
