import * as z from 'zod';
import type { Value } from '../mcp/value.ts';
import { count, engineField, fallbackField, lineReason, positive, requestIdField, score, textKind } from './fields.ts';

/** Schema with descriptions and units. */
export const codeAnswer = z.strictObject({
  score: score.describe('Relevance of the whole text, 0 to 1'),
  pruned_code: z
    .string()
    .describe('Kept lines of the text, in order, with a marker for every gap. If nothing is removed, the text itself'),
  token_scores: z.array(z.tuple([z.string(), score])).describe('Score of every line'),
  kept_frags: z.array(positive).describe('Numbers of the kept lines, 1-based, ascending'),
  origin_token_cnt: count.describe('Tokens of the text (o200k)'),
  left_token_cnt: count.describe(
    'Tokens of pruned_code, including markers; equal to origin_token_cnt only if nothing was removed',
  ),
  model_input_token_cnt: count.describe('Tokens that the engine read (text and question)'),
  error_msg: z.string().nullable().describe('Reason why nothing was pruned; null if the text was pruned'),
  reasons: z.array(lineReason).describe('Reason for each line of kept_frags'),
  cut_lines: z
    .array(z.object({ line: positive, shown: z.array(z.tuple([positive, positive])) }))
    .optional()
    .describe('With markers "ranges": very long lines of kept_frags that are cut, with the characters that are shown'),
  lines_listed: z
    .literal(false)
    .optional()
    .describe('Present only if the text has very many short lines. Then token_scores, kept_frags and reasons are []'),
  kind: textKind.nullable().describe('Detected kind of the text'),
  method: z.string().nullable().describe('Name and version of the scorer'),
  engine: engineField,
  fallback_reason: fallbackField,
  latency_ms: z.number().gte(0).describe('Time from the validated request to the answer, in milliseconds'),
  retention_ratio: score.describe('left_token_cnt / origin_token_cnt; 1 for an empty text'),
  request_id: requestIdField,
});
export type CodeAnswer = Value<typeof codeAnswer>;
