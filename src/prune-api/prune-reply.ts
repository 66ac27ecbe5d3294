import type { CodeAnswer } from './code-answer.ts';
import type { Dialect } from './dialect.ts';
import type { DocumentsAnswer } from './documents-answer.ts';
import type { Measured } from './measured.ts';
import type { ToolResponseAnswer } from './tool-response/tool-response-answer.ts';

/** Facts about a request that may be logged: counts and names, never text or questions. */
export interface PruneRecord extends Pick<Measured, Recorded> {
  readonly dialect: Dialect;
}

/** For several texts, `cache` is `miss` if any was computed, then `joined`. */
type Recorded = 'kind' | 'engine' | 'tokensIn' | 'tokensOut' | 'fallbackReason' | 'cache';

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
