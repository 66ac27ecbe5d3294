import type { SessionEvent } from '../../../../src/transcripts/session-event.ts';

/**
 * Returns the final patch of a trajectory as a last call: the tool `submit` with the argument `patch`, and an empty
 * answer. A benchmark run delivers its work as the patch, so its edits show up here.
 */
export function submittedPatch(patch: unknown): readonly SessionEvent[] {
  if (typeof patch !== 'string' || patch.trim() === '') return [];
  return [
    { kind: 'called', call: 'submit', tool: 'submit', args: { patch } },
    { kind: 'gave', call: 'submit', text: '', isFailed: false },
  ];
}
