import type { Arguments } from '../../src/sessions/session-event.ts';
import type { Transcript } from './transcript/transcript.ts';

/** Result of a host's own tool that may be shortened. */
export interface HostResult {
  readonly text: string;
  /** The file that the text is of. */
  readonly path?: string | undefined;
  /** The number of the text's first line in that file. Default 1. */
  readonly firstLine?: number | undefined;
  /** True if the host numbers the lines that it shows, one by one. Default false. */
  readonly isNumberedByHost?: boolean;
  /** A file that holds all of it, if the host shows only a part. */
  readonly wholeIn?: string | undefined;
  /** The part that `text` is of what stands in `wholeIn`. Default: the beginning. */
  readonly part?: 'beginning' | 'end';
  /** The text that the model gets unless we answer. Default: `text`. */
  readonly preview?: string | undefined;
  /**
   * The same result with another text, in the shape that the host expects; undefined if it cannot be told how. `firstShown`
   * is the number of its first line, `keptLines` are those of the whole text that it shows, 1-based.
   */
  withText(text: string, firstShown: number, keptLines: readonly number[]): object | string | undefined;
}

/** A call of a host's own tool, as its hook tells of it. */
export interface HookCall {
  /** The host's id of the call; undefined if the host records a call with its result only, and tells no id before. */
  readonly id: string | undefined;
  /** Tells the event from others where no id does: every hook of the event is told the same. */
  readonly event?: string | undefined;
  /** The host's name of the tool. */
  readonly tool: string;
  /** The arguments that the model gave. */
  readonly args: Arguments;
  /** The file in which the host records the session, or what it tells of it; undefined where none is told. */
  readonly transcript: string | Transcript | undefined;
  /** Undefined for a shape that is not known: it passes as it is. */
  readonly result: HostResult | undefined;
  /** True if the host may take results out of the agent's context and not record that. Default false. */
  readonly forgets?: boolean;
  /** True if the answer must say the exit code, which the session's record has: without it the result passes. Default false. */
  readonly needsExitCode?: boolean;
  /** Builds the answer that makes the host give `result` to its model instead; undefined if it cannot now. */
  toAnswer(result: object | string, exitCode?: number): object | undefined | Promise<object | undefined>;
}
