import type { TextKind } from '../engine/pruner.ts';

/**
 * Reason why nothing was pruned. `tool_error`: output of a failed command stays unpruned. `shadow`: pruning is only
 * measured.
 */
export type UnprunedReason =
  | 'disabled_or_unconfigured'
  | 'no_focus_question'
  | 'too_large'
  | 'output_empty'
  | 'tool_error'
  | 'shadow';

/** Outcome of pruning, as in a result's `pruning` field. */
export interface PruningMetadata {
  /** True if a pruner, remote or embedded, was called. */
  readonly attempted: boolean;
  readonly applied: boolean;
  /** True if pruning was attempted but the raw output is returned. */
  readonly fallback: boolean;
  /** Always present if `applied` is false. */
  readonly reason?: UnprunedReason | 'pruner_error' | 'not_stored';
  /** UTF-8 bytes of the prunable text, after any truncation. */
  readonly raw_bytes: number;
  readonly pruned_bytes?: number;
  readonly pruner_duration_ms?: number;
  readonly engine?: 'embedded' | 'remote';
  /** Artifact with the original text, or why it was not stored. Present only if something was left out. */
  readonly artifact_ref?: string;
  readonly artifact_error?: 'too_large' | 'failed';
  /** False if the text consists of the remote pruner's own words instead of lines of the output. */
  readonly verbatim?: false;
  /** Detected kind of the text. Only the embedded engine reports it. */
  readonly kind?: TextKind;
  readonly error?: { readonly code: 'timeout' | 'http_error' | 'invalid_response'; readonly message: string };
}

export function skipped(reason: UnprunedReason, rawBytes: number): PruningMetadata {
  return { attempted: false, applied: false, fallback: false, reason, raw_bytes: rawBytes };
}
