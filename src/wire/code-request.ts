import * as z from 'zod';
import type { MarkerStyle, TextKind } from '../pruning/pruner.ts';
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

/** A share, above 0 and up to 1. */
export const ratio: z.ZodType<number> = z.number().gt(0).lte(1);
/** A count, from 1. */
export const positive: z.ZodType<number> = z.int().gte(1);

const markers: z.ZodType<MarkerStyle> = z.enum(['plain', 'ranges']);
const kind: z.ZodType<TextKind> = z.enum(['source', 'log', 'search', 'json', 'diff', 'prose', 'data']);

/** Unknown fields are ignored: some clients send `aggregate_method` or `language`. */
export const codeRequest: z.ZodType<CodeRequest> = z.object({
  query: z.string(),
  code: z.string(),
  threshold: laxNumber().optional(),
  always_keep_first_frags: laxBoolean().default(false),
  chunk_overlap_tokens: laxNumber(z.int()).default(50),
  target_ratio: optionally(laxNumber(ratio)),
  max_tokens: optionally(laxNumber(positive)),
  markers: optionally(markers),
  path: optionally(z.string()),
  kind: optionally(kind),
  first_line: optionally(laxNumber(positive)),
  failed: optionally(laxBoolean()),
});
