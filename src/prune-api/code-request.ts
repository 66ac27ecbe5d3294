import * as z from 'zod';
import type { TextKind } from '../engine/pruner.ts';
import type { MarkerStyle } from '../text/gap-marker.ts';
import { coerceBoolean, coerceNumber, optionally } from './coerce.ts';
import { markerStyle, positive, ratio, textKind } from './fields.ts';

/** Request of dialect A, swe-pruner's own (`online_serving.py` at afd42ed), followed by our fields. */
export interface CodeRequest {
  readonly query: string;
  readonly code: string;
  /**
   * Upstream accepts any number, default 0.5; values outside 0..1 are clamped. With a `target_ratio` or `max_tokens`
   * the default is 0, because the caller has said how much to keep.
   */
  readonly threshold?: number | undefined;
  /** Keeps line 1. */
  readonly always_keep_first_frags: boolean;
  /** Accepted for compatibility: we do not chunk by tokens. */
  readonly chunk_overlap_tokens: number;
  /** Max share of the text's tokens to keep, above 0 and up to 1. */
  readonly target_ratio?: number | undefined;
  /** Max number of tokens to keep, from 1. */
  readonly max_tokens?: number | undefined;
  /** Default `plain`. */
  readonly markers?: MarkerStyle | undefined;
  /** Origin of the text: a hint, never opened. */
  readonly path?: string | undefined;
  readonly kind?: TextKind | undefined;
  /** Number of the text's first line in its file. Only shifts the ranges in markers. */
  readonly first_line?: number | undefined;
  /** True if the text is the output of a command that failed. */
  readonly failed?: boolean | undefined;
}

/** Schema that ignores unknown fields, because some clients send `aggregate_method` or `language`. */
export const codeRequest: z.ZodType<CodeRequest> = z.object({
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
