import * as z from 'zod/mini';
import { CONTEXT_ID_FORM } from '../../context/context-id.ts';
import { described } from '../../context/described.ts';
import { lineRange } from '../../context/ingest/descriptors-schema.ts';
import { LONGEST_PATH } from '../../context/ingest/raw-segment.ts';
import { SEGMENT_TYPES, type SegmentType } from '../../context/segment.ts';
import { timestamp } from '../../context/timestamp.ts';
import type { Value } from '../../mcp/value.ts';

/** A segment in the caller's form. */
export interface GivenSegment {
  readonly text: string;
  readonly segment_id?: string | undefined;
  readonly type?: SegmentType | undefined;
  readonly task_id?: string | undefined;
  readonly file_path?: string | undefined;
  readonly line_range?: readonly [number, number] | readonly number[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly topic_id?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly created_at?: string | undefined;
}

const MAX_IDS = 10_000;
const MAX_SEGMENTS = 1000;
const MAX_TAGS = 32;
/** UTF-16 units. */
const LONGEST_TAG = 200;

const text = (max: number): z.ZodMiniType<string> => z.string().check(z.minLength(1), z.maxLength(max));

export const projectId: z.ZodMiniType<string> = described(
  z.string(),
  `Name of the project, the same in every call: ${CONTEXT_ID_FORM}.`,
);
export const taskId: z.ZodMiniType<string> = z.string();
export const segmentIds: z.ZodMiniType<readonly string[]> = described(
  z.array(z.string()).check(z.minLength(1), z.maxLength(MAX_IDS)),
  'Segment ids from other context tools.',
);
export const tokens: z.ZodMiniType<number> = z.int().check(z.gte(1));
export const pageLimit: z.ZodMiniType<number> = z.int().check(z.gte(1), z.lte(500));
export const pageOffset: z.ZodMiniType<number> = described(
  z.int().check(z.gte(0)),
  'Number of results to skip, for paging.',
);
export const query: z.ZodMiniType<string> = described(
  text(2000),
  'Words to find (any may match), "a phrase" or prefix*. Parts of names match too: request finds parseHttpRequest.',
);

/** Filters in the caller's form. */
export const filters = described(
  z.strictObject({
    file_path: z.optional(text(LONGEST_PATH)),
    task_id: z.optional(z.string()),
    tags: z.optional(
      described(z.array(text(LONGEST_TAG)).check(z.maxLength(MAX_TAGS)), 'A segment must have all of them.'),
    ),
    type: z.optional(z.enum(SEGMENT_TYPES)),
    created_after: z.optional(described(timestamp, 'ISO 8601, UTC.')),
    created_before: z.optional(timestamp),
  }),
  'A segment must match all given fields.',
);
export type GivenFilters = Value<typeof filters>;

export const givenSegments: z.ZodMiniType<readonly GivenSegment[]> = described(
  z
    .array(
      z.strictObject({
        text: described(z.string(), 'Full content. It is returned byte for byte.'),
        segment_id: z.optional(described(z.string(), 'Default: derived from the content.')),
        type: z.optional(described(z.enum(SEGMENT_TYPES), 'Default note.')),
        task_id: z.optional(described(z.string(), 'Default: the current task.')),
        file_path: z.optional(text(LONGEST_PATH)),
        line_range: z.optional(lineRange),
        tags: z.optional(
          described(
            z.array(text(LONGEST_TAG)).check(z.maxLength(MAX_TAGS)),
            'ref:<segment_id> marks a reference to another segment.',
          ),
        ),
        topic_id: z.optional(text(200)),
        pinned: z.optional(z.boolean()),
        created_at: z.optional(timestamp),
      }),
    )
    .check(z.minLength(1), z.maxLength(MAX_SEGMENTS)),
  'New segments to add and stash.',
) as z.ZodMiniType<readonly GivenSegment[]>;
