import * as z from 'zod';
import type { LineReason, TextKind } from '../engine/pruner.ts';
import type { FallbackReason } from '../remote-pruner/fallback-reason.ts';
import type { CutLine } from '../text/cut-line.ts';
import { count, engineField, fallbackField, lineReason, positive, requestIdField, score, textKind } from './fields.ts';

/** Answer of dialect A: upstream's eight fields, then ours, which its clients are known to tolerate. */
export interface CodeAnswer {
  readonly score: number;
  readonly pruned_code: string;
  readonly token_scores: readonly (readonly [string, number])[];
  readonly kept_frags: readonly number[];
  readonly origin_token_cnt: number;
  readonly left_token_cnt: number;
  readonly model_input_token_cnt: number;
  readonly error_msg: string | null;
  readonly reasons: readonly LineReason[];
  readonly cut_lines?: readonly CutLine[] | undefined;
  readonly lines_listed?: false | undefined;
  readonly kind: TextKind | null;
  readonly method: string | null;
  readonly engine: 'embedded' | 'remote' | null;
  readonly fallback_reason: FallbackReason | null;
  readonly latency_ms: number;
  readonly retention_ratio: number;
  readonly request_id: string;
}

/** Schema with descriptions and units. */
export const codeAnswer: z.ZodType<CodeAnswer> = z.strictObject({
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
