import type { TextKind } from '../../src/pruning/pruner.ts';

/**
 * Why nothing was pruned. `tool_error` is for what a failed command printed, which stays unpruned, `shadow`
 * where pruning is measured alone.
 */
export type SkipReason =
  | 'disabled_or_unconfigured'
  | 'no_focus_question'
  | 'too_large'
  | 'output_empty'
  | 'tool_error'
  | 'shadow';

/** What pruning came to, as a result's `pruning` tells it. */
export interface PruningMetadata {
  /** A pruner, remote or embedded, was called. */
  readonly attempted: boolean;
  readonly applied: boolean;
  /** Attempted, but the raw output is what came back. */
  readonly fallback: boolean;
  /** Always there where `applied` is false. */
  readonly reason?: SkipReason | 'pruner_error';
  /** UTF-8 bytes that could be pruned, after any truncation. */
  readonly raw_bytes: number;
  readonly pruned_bytes?: number;
  readonly pruner_duration_ms?: number;
  readonly engine?: 'embedded' | 'remote';
  /** Where the text as it was is kept, or why it is not; where anything was left out. */
  readonly artifact_ref?: string;
  readonly artifact_error?: 'too_large' | 'failed';
  /** False: the text is not made of the output's own lines, but of the remote pruner's words. */
  readonly verbatim?: false;
  /** What the text was taken for; only the embedded engine tells. */
  readonly kind?: TextKind;
  readonly error?: { readonly code: 'timeout' | 'http_error' | 'invalid_response'; readonly message: string };
}

export function skipped(reason: SkipReason, rawBytes: number): PruningMetadata {
  return { attempted: false, applied: false, fallback: false, reason, raw_bytes: rawBytes };
}
