import type { FindGiven } from './given-texts.ts';
import type { TermTable } from './term-table.ts';

/** See `hashLine`. */
export type LineHash = number;

/**
 * What a session knows at one moment, as far as it tells which lines of the next text matter. Nothing of it changes when
 * the session goes on.
 */
export interface SessionContext {
  /** What the user asked, and what the agent said, asked for, changed and was given; less weight, the longer ago. */
  readonly terms: Pick<TermTable, 'copy'>;
  /** Results that were given so far. */
  readonly results: number;
  /** Lines of a file that errors, searches and others named, newest last; without a path, of any file. From 1. */
  linesNamed(path: string | undefined): readonly number[];
  /** True if the session was given such a line. */
  holds(line: LineHash): boolean;
  /** Finds a line that the session was given; undefined if it is not known to be in its context still. */
  readonly given?: FindGiven | undefined;
  /** How often the session changed, and read, the file. */
  edits(path: string): number;
  reads(path: string): number;
}
