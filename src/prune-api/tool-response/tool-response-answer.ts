import * as z from 'zod';
import type { TextKind } from '../../engine/pruner.ts';
import type { FallbackReason } from '../../remote-pruner/fallback-reason.ts';
import {
  count,
  engineField,
  expectedRecallField,
  fallbackField,
  positive,
  requestIdField,
  textKind,
} from '../fields.ts';

/** Answer of dialect C; the fields after `backend` are ours. */
export interface ToolResponseAnswer {
  readonly pruned_code: string;
  readonly kept_lines: readonly number[];
  readonly lines_listed?: false | undefined;
  readonly original_lines: number;
  readonly kept_line_count: number;
  readonly original_chars: number;
  readonly pruned_chars: number;
  readonly original_tokens: number;
  readonly pruned_tokens: number;
  readonly latency_ms: number;
  readonly error_msg: string | null;
  readonly backend: 'embedded' | 'remote' | null;
  readonly engine: 'embedded' | 'remote' | null;
  readonly fallback_reason: FallbackReason | null;
  readonly kind: TextKind | null;
  readonly method: string | null;
  readonly expected_recall?: number | undefined;
  readonly request_id: string;
}

/** Schema with descriptions and units. */
export const toolResponseAnswer: z.ZodType<ToolResponseAnswer> = z.strictObject({
  pruned_code: z
    .string()
    .describe('Kept lines of the text, in order, with a marker for every gap. If nothing is removed, the text itself'),
  kept_lines: z.array(positive).describe('Numbers of the kept lines, 1-based, ascending'),
  lines_listed: z
    .literal(false)
    .optional()
    .describe('Present only if the text has very many short lines. Then kept_lines is []'),
  original_lines: count.describe('Number of lines in the text'),
  kept_line_count: count.describe('Number of kept lines, without markers'),
  original_chars: count.describe("Characters in the text, as Python's len() counts them"),
  pruned_chars: count.describe('Characters in pruned_code'),
  original_tokens: count.describe('Tokens of the text (o200k)'),
  pruned_tokens: count.describe('Tokens of pruned_code, including markers'),
  latency_ms: z.number().gte(0).describe('Time from the validated request to the answer, in milliseconds'),
  error_msg: z.string().nullable().describe('Reason why nothing was pruned; null if the text was pruned'),
  backend: engineField,
  engine: engineField,
  fallback_reason: fallbackField,
  kind: textKind.nullable().describe('Detected kind of the text'),
  method: z.string().nullable().describe('Name and version of the scorer'),
  expected_recall: expectedRecallField,
  request_id: requestIdField,
});
