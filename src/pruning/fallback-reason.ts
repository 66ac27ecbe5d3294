import type { PruneFailure } from './pruner.ts';

/** Why the embedded engine stood in for a remote pruner, in a word. */
export type FallbackReason =
  | 'timeout'
  | 'circuit_open'
  | 'overloaded'
  | 'unreachable'
  | 'http_error'
  | 'invalid_response';

/** All of them. */
export const FALLBACK_REASONS: readonly FallbackReason[] = [
  'timeout',
  'circuit_open',
  'overloaded',
  'unreachable',
  'http_error',
  'invalid_response',
];

/** A failure in a word. */
export function fallbackReasonOf(failure: PruneFailure): FallbackReason {
  return failure.unavailable ?? (failure.unreachable === true ? 'unreachable' : failure.code);
}
