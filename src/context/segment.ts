import type { LineSketch } from './links/line-sketch.ts';
import type { Links } from './links/links-of.ts';

/** What a segment is; the collector weighs by it. */
export const SEGMENT_TYPES = ['message', 'code', 'log', 'note', 'decision', 'summary'] as const;
export type SegmentType = (typeof SEGMENT_TYPES)[number];

/**
 * `working`: counts as being in the agent's context. `stashed`: put aside. `archive`: put aside because a newer one
 * says what it said (an older read of a file).
 */
export const TIERS = ['working', 'stashed', 'archive'] as const;
export type Tier = (typeof TIERS)[number];

/** Tags what a platform told of without its text: its tokens are as the platform says. */
export const DESCRIBED = 'described';

/** Lines of `file`, 1-based and inclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** What is known of a segment without its text. Times are milliseconds since 1970. */
export interface Segment {
  readonly id: string;
  readonly type: SegmentType;
  readonly task: string | null;
  readonly createdAt: number;
  /** When it last came into the working set: never before another segment's that was there already. */
  readonly touchedAt: number;
  readonly pinned: boolean;
  /** How many collections of its project were over when it came into the working set. */
  readonly entered: number;
  readonly tier: Tier;
  readonly file: string | null;
  readonly lines: LineRange | null;
  readonly tags: readonly string[];
  readonly topic: string | null;
  readonly tokens: number;
}

/** One of the working set, as the collector sees it. */
export interface WorkingSegment extends Segment {
  readonly links: Links;
  /** Empty where nothing tells its lines. */
  readonly sketch: LineSketch;
}

/** One that is shown. */
export interface ShownSegment extends Segment {
  /** SHA-256 of the text, in hexadecimal digits. */
  readonly hash: string;
  /** How the text begins, or where it has what was looked for; one line. */
  readonly preview: string;
}

/** Collections that a segment has to survive to be of the old generation. */
export const PROMOTED_AFTER = 2;

/** How many collections a segment has survived. */
export function survivalsOf({ entered }: Pick<Segment, 'entered'>, collections: number): number {
  return Math.max(0, collections - entered);
}

export function generationOf(segment: Pick<Segment, 'entered'>, collections: number): 'young' | 'old' {
  return survivalsOf(segment, collections) >= PROMOTED_AFTER ? 'old' : 'young';
}
