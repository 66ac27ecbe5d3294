import type { FindGiven } from './given-text.ts';
import type { LineHash } from './line-hash.ts';
import type { TermTable } from './term-table.ts';

/**
 * A snapshot of what a session knows, used to decide which lines of the next text matter. It does not change as the
 * session goes on.
 */
export interface SessionContext {
  /** Terms from the user's prompts and the agent's messages, calls, edits and results. Older ones weigh less. */
  readonly terms: Pick<TermTable, 'copy'>;
  /** Names in the last prompt, the agent's last words and the last failure; see `spokenNames`. Default: none. */
  readonly names?: readonly string[] | undefined;
  /** True if the user's last prompt names the file, or a prompt says to follow it. Default: false for each. */
  isAskedFor?(path: string): boolean;
  /** Tokens that the last request to the model took, as its host counted them. Undefined if it records none. */
  readonly tokens?: number | undefined;
  /** True if the last prompt asks to review, explain or investigate, or if a later command shows the changes to review. */
  readonly isReview?: boolean | undefined;
  /** Number of results given so far. */
  readonly results: number;
  /**
   * Lines of a file that errors, searches and other texts named, newest last. Without a path, lines of any file.
   * Counted from 1.
   */
  linesNamed(path: string | undefined): readonly number[];
  /** True if the session was given this line. */
  holds(line: LineHash): boolean;
  /** Finds a line that the session was given. Returns undefined if the line may no longer be in its context. */
  readonly given?: FindGiven | undefined;
  /** How often the session edited and read the file. */
  edits(path: string): number;
  reads(path: string): number;
}
