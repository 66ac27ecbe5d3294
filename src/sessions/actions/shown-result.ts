import type { Action } from './action.ts';
import { type ShownText, toShownText, windowedFile } from './shown-text.ts';

export interface ShownResult extends ShownText {
  /** The call's action, as its result shows it. */
  readonly action: Action;
}

/**
 * A result's own lines, and what its call came to: SWE-agent shows its window onto a file after an edit too, which is as
 * good as a read.
 */
export function toShownResult(action: Action, given: string): ShownResult {
  const lines = withLineFeeds(given);
  const file = windowedFile(lines);
  if (file !== undefined) return { ...toShownText(lines), action: { kind: 'read', files: [file] } };
  if (action.kind === 'read') return { ...toShownText(lines, action.firstLine), action };
  return { text: lines, firstLine: undefined, action };
}

/** The text with line feeds alone. The engine counts a carriage return as the end of a line; progress bars are full of them. */
export function withLineFeeds(given: string): string {
  return given.includes('\r') ? given.replaceAll(/\r\n?/g, '\n') : given;
}
