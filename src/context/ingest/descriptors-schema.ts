import * as z from 'zod/mini';
import { described } from '../described.ts';
import { SEGMENT_TYPES, type SegmentType } from '../segment.ts';
import { timestamp } from '../timestamp.ts';
import { LONGEST_PATH } from './raw-segment.ts';

/** Description of a platform's context, in the platform's terms. */
export interface ContextDescriptors {
  readonly recent_messages?:
    | readonly { readonly role: string; readonly content: string; readonly timestamp?: string | undefined }[]
    | undefined;
  readonly current_file?: { readonly path: string } | null | undefined;
  readonly token_usage?:
    | { readonly current: number; readonly limit: number; readonly usage_percent?: number | undefined }
    | undefined;
  readonly segment_summaries?:
    | readonly {
        readonly segment_id: string;
        readonly type: SegmentType;
        readonly preview: string;
        readonly tokens: number;
        readonly text?: string | undefined;
        readonly file_path?: string | undefined;
        readonly line_range?: readonly number[] | undefined;
        readonly created_at?: string | undefined;
      }[]
    | undefined;
  readonly task_info?: { readonly task_id: string } | null | undefined;
}

/** Max messages and summaries per call. */
const MAX = 5000;
/**
 * Max tokens of a segment as reported by a platform. Larger sums would not be safe integers, and SQLite refuses them.
 */
const MAX_TOKENS = 1e9;
/** Max length; a role becomes a tag. */
const LONGEST_ROLE = 100;

const count = (): z.ZodMiniType<number> => z.int().check(z.gte(0));

const path = (): z.ZodMiniType<string> => z.string().check(z.minLength(1), z.maxLength(LONGEST_PATH));

export const lineRange: z.ZodMiniType<readonly number[]> = described(
  z.array(z.int().check(z.gte(1))).check(z.length(2)),
  'First and last line.',
);

export const contextDescriptors: z.ZodMiniType<ContextDescriptors> = z.strictObject({
  recent_messages: z.optional(
    described(
      z
        .array(
          z.strictObject({
            role: z.string().check(z.maxLength(LONGEST_ROLE)),
            content: z.string(),
            timestamp: z.optional(timestamp),
          }),
        )
        .check(z.maxLength(MAX)),
      'Recent messages. Sending one again adds nothing.',
    ),
  ),
  current_file: z.optional(
    z.nullable(
      described(
        z.strictObject({
          path: z.string().check(z.maxLength(LONGEST_PATH)),
          name: z.optional(z.string()),
          extension: z.optional(z.string()),
          line_count: z.optional(count()),
          current_line: z.optional(count()),
        }),
        'File being edited. Its segments are kept until you name another file, or null for none.',
      ),
    ),
  ),
  token_usage: z.optional(
    described(
      z.strictObject({ current: count(), limit: z.int().check(z.gte(1)), usage_percent: z.optional(z.number()) }),
      'Tokens in the context, and its limit.',
    ),
  ),
  segment_summaries: z.optional(
    described(
      z
        .array(
          z.strictObject({
            segment_id: z.string(),
            type: z.enum(SEGMENT_TYPES),
            preview: z.string(),
            tokens: count().check(z.lte(MAX_TOKENS)),
            text: z.optional(described(z.string(), 'Full text. A segment can be stashed only if its text is sent.')),
            file_path: z.optional(path()),
            line_range: z.optional(lineRange),
            created_at: z.optional(timestamp),
          }),
        )
        .check(z.maxLength(MAX)),
      'Other segments in the context.',
    ),
  ),
  task_info: z.optional(
    z.nullable(
      described(
        z.strictObject({
          task_id: z.string(),
          name: z.optional(z.string()),
          description: z.optional(z.string()),
          created_at: z.optional(z.string()),
        }),
        'Task to make current.',
      ),
    ),
  ),
}) as unknown as z.ZodMiniType<ContextDescriptors>;
