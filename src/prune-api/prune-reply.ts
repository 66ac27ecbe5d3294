import type { FallbackReason } from '../remote-pruner/fallback-reason.ts';
import type { CodeAnswer } from './code-answer.ts';
import type { Dialect } from './dialect.ts';
import type { DocumentsAnswer } from './documents-answer.ts';
import type { CacheOutcome, Measured } from './measured.ts';
import type { ToolResponseAnswer } from './tool-response/tool-response-answer.ts';

/** Facts about a request that may be logged: counts and names, never text or questions. */
export interface PruneRecord {
  readonly dialect: Dialect;
  readonly kind: string | null;
  readonly engine: string | null;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Reason for the fallback to the embedded engine; null if there was none. */
  readonly fallbackReason: FallbackReason | null;
  /** Null if neither cache nor joining was used. For several texts: `miss` if any was computed, then `joined`. */
  readonly cache: CacheOutcome | null;
}

/** Body of an answer, in any dialect. */
export type PruneAnswer = CodeAnswer | DocumentsAnswer | ToolResponseAnswer;

/** An answered request: the body to send with status 200, and what to record. */
export interface PruneReply<Body extends PruneAnswer = PruneAnswer> {
  readonly ok: true;
  readonly body: Body;
  readonly record: PruneRecord;
}

/** Builds the record of one text. */
export function recordOf(dialect: Dialect, measured: Measured): PruneRecord {
  const { kind, engine, tokensIn, tokensOut, fallbackReason, cache } = measured;
  return { dialect, kind, engine, tokensIn, tokensOut, fallbackReason, cache };
}
