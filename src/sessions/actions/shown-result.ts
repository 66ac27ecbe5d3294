import type { Action } from './action.ts';
import { type ShownText, toShownText, windowedFile } from './shown-text.ts';

export interface ShownResult extends ShownText {
  /** What the call came to. */
  readonly action: Action;
}

/**
 * A result's own lines, and what its call came to: SWE-agent shows its window onto a file after an edit too, which is as
 * good as a read.
 */
export function toShownResult(action: Action, given: string): ShownResult {
  const file = windowedFile(given);
  if (file !== undefined) return { ...toShownText(given), action: { kind: 'read', files: [file] } };
  if (action.kind === 'read') return { ...toShownText(given, action.firstLine), action };
  return { text: given, firstLine: undefined, action };
}
