import type { Lines } from '../text/lines.ts';
import type { LineHash } from './line-hash.ts';
import type { Numbering } from './line-numbers.ts';

/** A text that the session was given and still has in its context. */
export interface GivenText extends Numbering {
  /** See `givenName`. */
  readonly name: string;
  readonly lines: Lines;
  /** See `hashLines`. */
  readonly hashes: Float64Array;
}

/** Position of a line in a given text. */
export interface GivenLine {
  readonly text: GivenText;
  /** From 0. */
  readonly line: number;
}

/**
 * Finds the last place where the session was given a line. Returns undefined if it was not, or if the line has
 * changed since.
 */
export type FindGiven = (line: LineHash) => GivenLine | undefined;
