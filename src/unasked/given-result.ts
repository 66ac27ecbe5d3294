import type { SessionContext } from '../session-memory/session-context.ts';
import { toShownResult } from '../transcripts/actions/shown-result.ts';
import { toAction } from '../transcripts/actions/to-action.ts';
import type { Arguments } from '../transcripts/session-event.ts';
import { filesShown } from './shown-files.ts';

/** Result of a host's own tool, and the call that returned it. */
export interface GivenResult {
  /** Name of the tool in the host. */
  readonly tool: string;
  readonly args: Arguments;
  readonly text: string;
  /** File that the text comes from, if the tool reads files. */
  readonly path?: string | undefined;
  /** Line number of the text's first line in that file. Default: derived from the call. */
  readonly firstLine?: number | undefined;
}

/** Facts about a call, from its session. */
export interface CallFacts {
  /** Subject of the call in the agent's words, or in the user's; undefined if nothing was said. */
  readonly question: string | undefined;
  readonly context: SessionContext | undefined;
  /** True if a file was shown to the agent with parts left out. */
  wasShortened(file: string): boolean;
  /** True if a file was read before in this session, by any spelling of its path. Default: false. */
  wasRead?(file: string): boolean;
  /** True if the agent should be told that it gets such a file whole this time. Default: false. */
  isPartlyShown?(file: string): boolean;
}

/** Limits of a host for one answer. */
export interface AnswerLimits {
  /** UTF-16 units of the full text that the host would show. Default: all. */
  readonly shownChars?: number | undefined;
  /** Max bytes of an answer. Default: no limit. */
  readonly maxBytes?: number | undefined;
}

/** Returns the files whose lines a result shows. */
export function filesOf({ tool, args, path }: GivenResult): readonly string[] {
  return path === undefined ? filesShown(toAction(tool, args)) : [path];
}

/** Returns the line number in the file of the first line that a command prints, for example 40 for `sed -n 40,90p`. */
export function firstLineOf({ tool, args, text, firstLine }: GivenResult): number {
  if (firstLine !== undefined) return firstLine;
  const action = toAction(tool, args);
  if (action.kind !== 'read') return 1;
  const shown = toShownResult(action, text);
  // Lines that are printed with numbers need no offset.
  return shown.text.trimEnd() === text.trimEnd() ? (shown.firstLine ?? 1) : 1;
}
