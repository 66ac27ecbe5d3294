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
export const LONGEST_TEXT: number = 10 * 1024 * 1024;
