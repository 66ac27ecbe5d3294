import type { Action } from './action.ts';
import { withoutLastBreaks } from './last-breaks.ts';

/** Lines of a file without the host's prefixes. */
interface ShownText {
  readonly text: string;
  /** Number of its first line, if the host wrote it or the call requested one. */
  readonly firstLine: number | undefined;
}

/**
 * Claude Code writes `  12→` or `12` and a tab, `cat -n` and `nl` a tab, opencode `00012| ` or `12: `, the first of these
 * after its tag in older versions.
 */
const NUMBERED = /^(?:\s*|<content>)(\d+)(?:→|\t|\| ?|: ?)/;
/** SWE-agent writes nothing after the colon, and this header above. */
const WINDOW = /^\[File: (.+) \(\d+ lines total\)\]/;
const NUMBERED_IN_WINDOW = /^(\d+):/;
/** Added by a host below a file, for the model only. */
const REMINDER = '<system-reminder>';
const REMINDER_END = '</system-reminder>';
/** Lines checked before a text is taken to have no numbers. */
const LOOKED_AT = 40;

/**
 * Removes the line numbers from a file that was read. Returns only the block of lines with consecutive numbers. A
 * text without such a block is returned unchanged and begins at the requested line.
 */
export function toShownText(given: string, askedFor?: number): ShownText {
  const text = withoutReminders(given);
  const beginning = text.split('\n', LOOKED_AT + 1);
  const numbered = windowedFile(text) === undefined ? NUMBERED : NUMBERED_IN_WINDOW;
  const numberOf = (line = ''): number | undefined => {
    const number = numbered.exec(line)?.[1];
    return number === undefined ? undefined : Number(number);
  };
  const beginsBlock = (among: readonly string[], at: number): boolean => {
    const number = numberOf(among[at]);
    return number !== undefined && numberOf(among[at + 1]) === number + 1;
  };
  const start = beginning.slice(0, LOOKED_AT).findIndex((_, at) => beginsBlock(beginning, at));
  if (start === -1) return { text, firstLine: askedFor };
  const lines = text.split('\n');
  const firstLine = numberOf(lines[start]) as number;
  const own: string[] = [];
  for (let at = start; at < lines.length; at++) {
    const line = lines[at] as string;
    const match = numbered.exec(line);
    if (match === null || Number(match[1]) !== firstLine + own.length) break;
    own.push(line.slice(match[0].length));
  }
  // Several files or parts were read at once, so no single number fits the first line.
  if (lines.some((_, at) => at >= start + own.length && beginsBlock(lines, at))) return { text, firstLine: undefined };
  return { text: own.join('\n'), firstLine };
}

/** Returns the file shown in SWE-agent's window; undefined if the text is not one. */
const windowedFile = (given: string): string | undefined => WINDOW.exec(given)?.[1];

function withoutReminders(given: string): string {
  let text = given;
  for (let end = text.trimEnd(); end.endsWith(REMINDER_END); end = text.trimEnd()) {
    const start = end.lastIndexOf(REMINDER);
    if (start === -1) break;
    text = withoutLastBreaks(end.slice(0, start));
  }
  return text;
}

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
export const withLineFeeds = (given: string): string =>
  given.includes('\r') ? given.replaceAll(/\r\n?/g, '\n') : given;
