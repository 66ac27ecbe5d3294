import * as z from 'zod';
import type { Value } from '../mcp/value.ts';
import { coerceBoolean, coerceNumber, optionally } from './coerce.ts';
import { markerStyle, positive, ratio, textKind } from './fields.ts';

/** Schema that ignores unknown fields, because some clients send `aggregate_method` or `language`. */
export const codeRequest = z.object({
  query: z.string().describe('Question that the kept lines should answer'),
  code: z.string().describe('Text to prune, such as code, a log or search results'),
  threshold: coerceNumber()
    .optional()
    .describe('Min score of kept lines, 0 to 1. Default 0.5, or 0 with target_ratio or max_tokens'),
  always_keep_first_frags: coerceBoolean().default(false).describe('Keep line 1. Default false'),
  chunk_overlap_tokens: coerceNumber(z.int())
    .default(50)
    .describe('Ignored. Accepted for clients of swe-pruner, which splits texts into chunks. Default 50'),
  target_ratio: optionally(coerceNumber(ratio)).describe("Max share of the text's tokens to keep"),
  max_tokens: optionally(coerceNumber(positive)).describe('Max number of tokens to keep'),
  markers: optionally(markerStyle).describe(
    'Form of gap markers: `plain` (default) as `(filtered N lines)`, `ranges` as `(filtered N lines: a-b)`. With `ranges`, very long lines are cut too: `…[+N chars: a-b]…`',
  ),
  path: optionally(z.string()).describe('File that the text came from. Used only to detect its kind, never opened'),
  kind: optionally(textKind).describe('Kind of the text, if you know it for certain'),
  first_line: optionally(coerceNumber(positive)).describe(
    "Line number of the text's first line in its file, 1-based. It only shifts the ranges in markers",
  ),
  failed: optionally(coerceBoolean()).describe('True if the text is the output of a command that failed'),
});
export type CodeRequest = Value<typeof codeRequest>;
