import type { LineReason, PruneDetails, TextKind } from '../engine/pruner.ts';
import type { FallbackReason } from '../remote-pruner/fallback-reason.ts';

/** Source of an answer: cached, computed, or computed by an equal concurrent request. */
export type CacheOutcome = 'hit' | 'miss' | 'joined';

/** A pruned text with its real counts. Every dialect's answer is made from it. */
export interface Measured extends Pick<PruneDetails, 'keptLines' | 'cutLines' | 'knownLines' | 'notice'> {
  readonly ok: true;
  readonly text: string;
  /** False: `text` equals the request's, byte for byte, and so do the counts. True: `tokensOut < tokensIn`. */
  readonly changed: boolean;
  /** Lines of the original: as the engine counts them if it removed any, otherwise as Python's `splitlines()` does. */
  readonly lineCount: number;
  /**
   * True if there are more lines than allowed. Nothing is pruned, and `keptLines`, `scores` and `reasons` are empty.
   */
  readonly tooManyLines?: true | undefined;
  /** Score per line, 0..1, to four decimals. */
  readonly scores: readonly number[];
  /** Reason per kept line. */
  readonly reasons: readonly LineReason[];
  /** Relevance of the whole text, 0..1, to four decimals. */
  readonly score: number;
  /** Expected share of needed lines that is shown, 0..1, to four decimals; only if the engine can estimate it. */
  readonly expectedRecall?: number | undefined;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly questionTokens: number;
  readonly kind: TextKind | null;
  /** Name and version of the scorer; null if none ran. */
  readonly method: string | null;
  readonly engine: 'embedded' | 'remote' | null;
  /** Reason why nothing was pruned although it was requested. */
  readonly refusal: string | null;
  /** Reason for the fallback to the embedded engine; null if there was none. */
  readonly fallbackReason: FallbackReason | null;
  /** Null if neither cache nor joining was used. */
  readonly cache: CacheOutcome | null;
}
