import * as z from 'zod';
import type { Value } from '../../mcp/value.ts';
import {
  count,
  engineField,
  expectedRecallField,
  fallbackField,
  positive,
  requestIdField,
  textKind,
} from '../fields.ts';

/** Schema with descriptions and units. */
export const toolResponseAnswer = z.strictObject({
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
export type ToolResponseAnswer = Value<typeof toolResponseAnswer>;
