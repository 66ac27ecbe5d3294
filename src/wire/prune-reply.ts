import type { CodeAnswer } from './code-answer.ts';
import type { Dialect } from './dialect.ts';
import type { DocumentsAnswer } from './documents-answer.ts';

/** What may be written down about a request: counts and names, never text or questions. */
export interface PruneRecord {
  readonly dialect: Dialect;
  readonly kind: string | null;
  readonly engine: string | null;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** A request answered: the body to send with status 200, and what to record. */
export interface PruneReply {
  readonly ok: true;
  readonly body: CodeAnswer | DocumentsAnswer;
  readonly record: PruneRecord;
}
