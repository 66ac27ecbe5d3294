import type { SessionEvent } from '../session-event.ts';

/**
 * Returns the patch that a trajectory ended with as a last call: the tool `submit` with the argument `patch`, and an empty
 * answer. A benchmark run leaves its work in the patch, so this is where its edits can be seen.
 */
export function submittedPatch(patch: unknown): readonly SessionEvent[] {
  if (typeof patch !== 'string' || patch.trim() === '') return [];
  return [
    { kind: 'called', call: 'submit', tool: 'submit', args: { patch } },
    { kind: 'gave', call: 'submit', text: '', isFailed: false },
  ];
}
