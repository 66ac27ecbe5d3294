import type { LineRange, SegmentType } from '../segment.ts';

/** A segment as somebody hands it in, checked. */
export interface RawSegment {
  /** Default: out of the content. */
  readonly id?: string | undefined;
  readonly text: string;
  readonly type: SegmentType;
  readonly task?: string | undefined;
  /** Milliseconds since 1970. Default: now. */
  readonly createdAt?: number | undefined;
  readonly pinned?: boolean | undefined;
  readonly file?: string | undefined;
  readonly lines?: LineRange | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly topic?: string | undefined;
  /** As somebody else counted them, of a text that is not all there. */
  readonly tokens?: number | undefined;
}

/** UTF-16 units of a text; of 10 MB of ASCII as many. */
const LONGEST_TEXT: number = 10 * 1024 * 1024;
/** Of a text as it is stored, where a NUL takes two: what is longer has more parts than a segment has rows for. */
const LONGEST_STORED = 12_000_000;

/** What is too long about a text, for a message; undefined for one that may be stored. */
export function whyTooLong(text: string): string | undefined {
  if (text.length > LONGEST_TEXT) return `a text of ${text.length} characters: allowed are ${LONGEST_TEXT}`;
  const escaped = text.length * 2 > LONGEST_STORED ? countEscaped(text) : 0;
  if (text.length + escaped <= LONGEST_STORED) return undefined;
  return `a text of ${text.length} characters, of which ${escaped} take two: allowed are ${LONGEST_STORED}`;
}

/** Characters that `toStored` makes two of. */
function countEscaped(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0 || unit === 0xe000) count += 1;
  }
  return count;
}
