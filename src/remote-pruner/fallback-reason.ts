import type { PruneFailure } from '../engine/pruner.ts';

/** Why the embedded engine replaced a remote pruner, in one word. */
export type FallbackReason =
  | 'timeout'
  | 'circuit_open'
  | 'overloaded'
  | 'unreachable'
  | 'http_error'
  | 'invalid_response';

/** All fallback reasons. */
export const FALLBACK_REASONS: readonly FallbackReason[] = [
  'timeout',
  'circuit_open',
  'overloaded',
  'unreachable',
  'http_error',
  'invalid_response',
];

/** Returns the fallback reason for a failure. */
export function fallbackReasonOf(failure: PruneFailure): FallbackReason {
  return failure.unavailable ?? (failure.unreachable === true ? 'unreachable' : failure.code);
}
