import type { FallbackReason } from '../pruning/fallback-reason.ts';
import type { CodeAnswer } from './code-answer.ts';
import type { Dialect } from './dialect.ts';
import type { DocumentsAnswer } from './documents-answer.ts';
import type { CacheOutcome, Measured } from './measured.ts';
import type { ToolResponseAnswer } from './tool-response/tool-response-answer.ts';

/** What may be written down about a request: counts and names, never text or questions. */
export interface PruneRecord {
  readonly dialect: Dialect;
  readonly kind: string | null;
  readonly engine: string | null;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Why the embedded engine stood in for the upstream; null where it did not. */
  readonly fallbackReason: FallbackReason | null;
  /** Null where neither a cache nor joining was asked. Of several texts: `miss` if any was computed, then `joined`. */
  readonly cache: CacheOutcome | null;
}

/** The body of an answer, in any dialect. */
export type PruneAnswer = CodeAnswer | DocumentsAnswer | ToolResponseAnswer;

/** A request answered: the body to send with status 200, and what to record. */
export interface PruneReply<Body extends PruneAnswer = PruneAnswer> {
  readonly ok: true;
  readonly body: Body;
  readonly record: PruneRecord;
}

/** The record of one text. */
export function recordOf(dialect: Dialect, measured: Measured): PruneRecord {
  const { kind, engine, tokensIn, tokensOut, fallbackReason, cache } = measured;
  return { dialect, kind, engine, tokensIn, tokensOut, fallbackReason, cache };
}
