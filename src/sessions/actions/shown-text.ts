import { withoutLastBreaks } from './last-breaks.ts';

/** The lines of a file, without what a host put before them. */
export interface ShownText {
  readonly text: string;
  /** Number of its first line, where the host wrote one or the call asked for one. */
  readonly firstLine: number | undefined;
}

/** Claude Code writes `  12→` or `12` and a tab, `cat -n` and `nl` a tab, opencode `00012| ` or `12: `. */
const NUMBERED = /^\s*(\d+)(?:→|\t|\| ?|: ?)/;
/** SWE-agent writes nothing behind the colon, and this above it. */
const WINDOW = /^\[File: (.+) \(\d+ lines total\)\]/;
const NUMBERED_IN_WINDOW = /^(\d+):/;
/** A host adds these below a file, for the model alone. */
const REMINDER = '<system-reminder>';
const REMINDER_END = '</system-reminder>';
/** Lines that are looked at before a text is taken for one without numbers. */
const LOOKED_AT = 40;

/**
 * Takes the line numbers off a file that was read: the block of lines whose numbers count up by one, with nothing of what
 * stands around it. A text without such a block stays as it is, and begins at the line that was asked for.
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
  // Several files or parts were read at once, so there is no number of the first line.
  if (lines.some((_, at) => at >= start + own.length && beginsBlock(lines, at))) return { text, firstLine: undefined };
  return { text: own.join('\n'), firstLine };
}

/** The file that SWE-agent's window shows a part of; undefined for a text that is none. */
export function windowedFile(given: string): string | undefined {
  return WINDOW.exec(given)?.[1];
}

function withoutReminders(given: string): string {
  let text = given;
  for (let end = text.trimEnd(); end.endsWith(REMINDER_END); end = text.trimEnd()) {
    const start = end.lastIndexOf(REMINDER);
    if (start === -1) break;
    text = withoutLastBreaks(end.slice(0, start));
  }
  return text;
}
