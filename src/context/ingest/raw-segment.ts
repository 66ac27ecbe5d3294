import type { LineRange, SegmentType } from '../segment.ts';

/** A validated segment as the caller gave it. */
export interface RawSegment {
  /** Default: derived from the content. */
  readonly id?: string | undefined;
  readonly text: string;
  /** Default: the type in its stored description, otherwise `note`. */
  readonly type?: SegmentType | undefined;
  readonly task?: string | undefined;
  /** Milliseconds since 1970. Default: now. */
  readonly createdAt?: number | undefined;
  readonly pinned?: boolean | undefined;
  readonly file?: string | undefined;
  readonly lines?: LineRange | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly topic?: string | undefined;
  /** Token count reported by a platform, if only a preview of the text is available. */
  readonly tokens?: number | undefined;
}

/** Max UTF-16 units of a path. */
export const LONGEST_PATH = 1000;
/** Max UTF-16 units of a text, i.e. 10 MB of ASCII. */
const LONGEST_TEXT: number = 10 * 1024 * 1024;
/**
 * Max length of a text in stored form, where a NUL takes two characters. Beyond it a text would need more rows than a
 * segment may have.
 */
const LONGEST_STORED = 12_000_000;

/** Returns why a text is too long, for a message; undefined if it may be stored. */
export function whyTooLong(text: string): string | undefined {
  if (text.length > LONGEST_TEXT) return `a text of ${text.length} characters: expected at most ${LONGEST_TEXT}`;
  const escaped = text.length * 2 > LONGEST_STORED ? countEscaped(text) : 0;
  if (text.length + escaped <= LONGEST_STORED) return undefined;
  return `a text of ${text.length} characters, of which ${escaped} count twice: expected at most ${LONGEST_STORED}`;
}

/** Counts the characters that `toStored` doubles. */
function countEscaped(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0 || unit === 0xe000) count += 1;
  }
  return count;
}
