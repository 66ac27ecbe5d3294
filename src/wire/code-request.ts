import * as z from 'zod';
import type { MarkerStyle, TextKind } from '../pruning/pruner.ts';
import { markerStyle, positive, ratio, textKind } from './fields.ts';
import { laxBoolean, laxNumber, optionally } from './lax.ts';

/** Dialect A, swe-pruner's own (`online_serving.py` at afd42ed), and after it the fields that are ours. */
export interface CodeRequest {
  readonly query: string;
  readonly code: string;
  /**
   * Any number upstream, 0.5 where it is missing; outside 0..1 it means the nearer end. Missing beside a `target_ratio`
   * or `max_tokens` it is 0: the caller has said how much to keep.
   */
  readonly threshold?: number | undefined;
  /** Keeps line 1. */
  readonly always_keep_first_frags: boolean;
  /** Taken for the protocol's sake: nothing here is cut into chunks of tokens. */
  readonly chunk_overlap_tokens: number;
  /** The greatest share of the text's tokens to keep, above 0 and up to 1. */
  readonly target_ratio?: number | undefined;
  /** The greatest number of tokens to keep, from 1. */
  readonly max_tokens?: number | undefined;
  /** Default `plain`. */
  readonly markers?: MarkerStyle | undefined;
  /** Where the text came from: a hint, never opened. */
  readonly path?: string | undefined;
  readonly kind?: TextKind | undefined;
  /** The number of the text's first line in its own file; shifts the ranges in markers, nothing else. */
  readonly first_line?: number | undefined;
  /** The text is what a command printed before it failed. */
  readonly failed?: boolean | undefined;
}

/** Unknown fields are ignored: some clients send `aggregate_method` or `language`. */
export const codeRequest: z.ZodType<CodeRequest> = z.object({
  query: z.string().describe('What you want to know'),
  code: z.string().describe('The text to prune: code, a log, search results'),
  threshold: laxNumber()
    .optional()
    .describe('Lines that score at least this are kept, 0 to 1. Default 0.5, or 0 beside target_ratio or max_tokens'),
  always_keep_first_frags: laxBoolean().default(false).describe('Keep line 1. Default false'),
  chunk_overlap_tokens: laxNumber(z.int())
    .default(50)
    .describe("Taken for the sake of swe-pruner's clients; nothing here is cut into chunks of tokens. Default 50"),
  target_ratio: optionally(laxNumber(ratio)).describe("The greatest share of the text's tokens to keep"),
  max_tokens: optionally(laxNumber(positive)).describe('The greatest number of tokens to keep'),
  markers: optionally(markerStyle).describe(
    'How a gap is shown: `plain` (default) as `(filtered N lines)`, `ranges` as `(filtered N lines: a-b)`. With `ranges`, very long lines are cut too: `…[+N chars: a-b]…`',
  ),
  path: optionally(z.string()).describe('Where the text came from: a hint for its kind, never opened'),
  kind: optionally(textKind).describe('What the text is, where you know it for certain'),
  first_line: optionally(laxNumber(positive)).describe(
    "The number of the text's first line in its own file, 1-based; shifts the ranges in markers, nothing else",
  ),
  failed: optionally(laxBoolean()).describe('The text is what a command printed before it failed'),
});
