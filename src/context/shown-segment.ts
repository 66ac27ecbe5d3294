import * as z from 'zod/mini';
import { generationOf, type ShownSegment, survivalsOf } from './segment.ts';

/** A segment in a result: a preview instead of its text, and no empty fields. */
export interface SegmentFields {
  readonly segment_id: string;
  readonly type: string;
  readonly tokens: number;
  readonly tier: string;
  readonly preview: string;
  readonly [field: string]: unknown;
}

/** Fields that result schemas declare. Kept few, because a session pays tokens for every schema. */
export const segmentFields: Readonly<Record<string, z.ZodMiniType>> = {
  segment_id: z.string(),
  type: z.string(),
  tokens: z.int(),
  tier: z.string(),
};

export interface SegmentFieldsOptions {
  /** Completed collections of the project. */
  readonly collections: number;
  readonly references?: number | undefined;
}

export function toSegmentFields(
  segment: ShownSegment,
  { collections, references }: SegmentFieldsOptions,
): SegmentFields {
  const { id, type, tokens, tier, preview, task, file, lines, tags, topic, pinned } = segment;
  return {
    ...{ segment_id: id, type, tokens, tier, preview },
    ...(task !== null && { task_id: task }),
    ...(file !== null && { file_path: file }),
    ...(lines !== null && { line_range: [lines.start, lines.end] }),
    ...(tags.length > 0 && { tags }),
    ...(topic !== null && { topic_id: topic }),
    pinned,
    generation: generationOf(segment, collections),
    gc_survival_count: survivalsOf(segment, collections),
    ...(references !== undefined && { refcount: references }),
    created_at: toTime(segment.createdAt),
    last_touched_at: toTime(segment.touchedAt),
    text_hash: segment.hash,
  };
}

/** Formats a timestamp as ISO 8601, UTC. */
export const toTime = (at: number): string => new Date(at).toISOString();
