import type { LineSketch } from './links/line-sketch.ts';
import type { Links } from './links/links-of.ts';

/** Kind of a segment. The collector weighs segments by it. */
export const SEGMENT_TYPES = ['message', 'code', 'log', 'note', 'decision', 'summary'] as const;
export type SegmentType = (typeof SEGMENT_TYPES)[number];

/**
 * `working`: counts as part of the agent's context. `stashed`: put aside. `archive`: put aside because a newer segment
 * replaces it (an older read of a file).
 */
export const TIERS = ['working', 'stashed', 'archive'] as const;
export type Tier = (typeof TIERS)[number];

/** Tag of segments that a platform described without their text. Their token count comes from the platform. */
export const DESCRIBED = 'described';

/** True if only a preview of the segment's text is stored. */
export function isDescribed({ tags }: { readonly tags?: readonly string[] | undefined }): boolean {
  return tags?.includes(DESCRIBED) === true;
}

/** Lines of `file`, 1-based and inclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Metadata of a segment, without its text. Times are milliseconds since 1970. */
export interface Segment {
  readonly id: string;
  readonly type: SegmentType;
  readonly task: string | null;
  readonly createdAt: number;
  /** Time at which the segment last came into the working set; never earlier than that of any segment already in it. */
  readonly touchedAt: number;
  readonly pinned: boolean;
  /** Number of completed collections of its project when it came into the working set. */
  readonly entered: number;
  readonly tier: Tier;
  readonly file: string | null;
  readonly lines: LineRange | null;
  readonly tags: readonly string[];
  readonly topic: string | null;
  readonly tokens: number;
}

/** A segment of the working set, as the collector sees it. */
export interface WorkingSegment extends Segment {
  readonly links: Links;
  /** Empty if its lines are unknown. */
  readonly sketch: LineSketch;
}

/** A segment as listed, with a preview. */
export interface ShownSegment extends Segment {
  /** SHA-256 of the text, in hex. */
  readonly hash: string;
  /** Start of the text, or the part that matched a search, as one line. */
  readonly preview: string;
}

/** Collections that a segment must survive to belong to the old generation. */
const PROMOTED_AFTER = 2;

/** Number of collections that a segment has survived. */
export function survivalsOf({ entered }: Pick<Segment, 'entered'>, collections: number): number {
  return Math.max(0, collections - entered);
}

export function generationOf(segment: Pick<Segment, 'entered'>, collections: number): 'young' | 'old' {
  return survivalsOf(segment, collections) >= PROMOTED_AFTER ? 'old' : 'young';
}
