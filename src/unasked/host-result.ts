/** Result of a host's own tool that may be shortened. */
export interface HostResult {
  readonly text: string;
  /** File that the text comes from. */
  readonly path?: string | undefined;
  /** Line number of the text's first line in that file. Default 1. */
  readonly firstLine?: number | undefined;
  /** True if the host numbers the lines that it shows consecutively. Default false. */
  readonly isNumberedByHost?: boolean;
  /** File with the full text, if the host shows only a part. */
  readonly wholeIn?: string | undefined;
  /** Part of the text in `wholeIn` that `text` is. Default: the beginning. */
  readonly part?: 'beginning' | 'end';
  /** Max UTF-16 units of an answer instead of that part. Default: the length of `text`. */
  readonly shownChars?: number | undefined;
  /** Max bytes of an answer, beyond which the host would cut it. Default: no limit. */
  readonly maxBytes?: number | undefined;
  /** Text that the model gets if we do not answer. Default: `text`. */
  readonly preview?: string | undefined;
  /**
   * Returns the same result with another text, in the host's format; undefined if that is not possible. `firstShown` is
   * the number of its first line. `keptLines` are the lines of the original that it shows, 1-based.
   */
  withText(text: string, firstShown: number, keptLines: readonly number[]): object | string | undefined;
}
