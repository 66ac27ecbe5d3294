import type { Action } from './action.ts';
import { type ShownText, toShownText, windowedFile } from './shown-text.ts';

export interface ShownResult extends ShownText {
  /** The call's action, corrected by its result. */
  readonly action: Action;
}

/**
 * Returns a result's own lines and the action they show. SWE-agent also shows its file window after an edit, which
 * counts as a read.
 */
export function toShownResult(action: Action, given: string): ShownResult {
  const lines = withLineFeeds(given);
  const file = windowedFile(lines);
  if (file !== undefined) return { ...toShownText(lines), action: { kind: 'read', files: [file] } };
  if (action.kind === 'read') return { ...toShownText(lines, action.firstLine), action };
  return { text: lines, firstLine: undefined, action };
}

/**
 * Returns the text with line feeds only. The engine counts a carriage return as a line end, and progress bars are
 * full of them.
 */
export function withLineFeeds(given: string): string {
  return given.includes('\r') ? given.replaceAll(/\r\n?/g, '\n') : given;
}
