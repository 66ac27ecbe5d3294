import type { LineReason, TextKind } from '../pruning/pruner.ts';
import type { Measured } from './measured.ts';

/** Dialect A's answer: upstream's eight fields, then ours, which its clients are known to tolerate. */
export interface CodeAnswer {
  /** Relevance of the whole, 0..1. */
  readonly score: number;
  readonly pruned_code: string;
  /** A line and its score, for every line: clients take pairs of any grain. */
  readonly token_scores: readonly (readonly [string, number])[];
  /** 1-based lines shown, sorted, unique. */
  readonly kept_frags: readonly number[];
  readonly origin_token_cnt: number;
  /** Tokens of `pruned_code`, markers included; equals `origin_token_cnt` only where nothing was removed. */
  readonly left_token_cnt: number;
  /** Tokens that the engine read: text and question. */
  readonly model_input_token_cnt: number;
  readonly error_msg: string | null;
  /** One for each of `kept_frags`. */
  readonly reasons: readonly LineReason[];
  readonly kind: TextKind | null;
  readonly method: string | null;
  readonly engine: 'embedded' | 'remote' | null;
  readonly latency_ms: number;
  /** left ÷ origin, 1 for the empty text. */
  readonly retention_ratio: number;
  readonly request_id: string;
}

/** Writes dialect A's answer. */
export function toCodeAnswer(measured: Measured, latencyMs: number, requestId: string): CodeAnswer {
  const { tokensIn, tokensOut } = measured;
  return {
    score: measured.score,
    pruned_code: measured.text,
    token_scores: measured.lines.map((line, index) => [line, measured.scores[index] ?? 0]),
    kept_frags: measured.keptLines,
    origin_token_cnt: tokensIn,
    left_token_cnt: tokensOut,
    model_input_token_cnt: measured.engine === null ? 0 : tokensIn + measured.questionTokens,
    error_msg: measured.refusal,
    reasons: measured.reasons,
    kind: measured.kind,
    method: measured.method,
    engine: measured.engine,
    latency_ms: latencyMs,
    retention_ratio: tokensIn === 0 ? 1 : tokensOut / tokensIn,
    request_id: requestId,
  };
}
