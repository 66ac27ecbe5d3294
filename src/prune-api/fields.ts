import * as z from 'zod';
import { CARES, type Care, type LineReason, type TextKind } from '../engine/pruner.ts';
import { REASONS } from '../engine/score/scorer.ts';
import { FALLBACK_REASONS, type FallbackReason } from '../remote-pruner/fallback-reason.ts';
import type { MarkerStyle } from '../text/gap-marker.ts';

// Field schemas shared by several dialects. Descriptions go into the OpenAPI document.

/** A share, above 0 and up to 1. */
export const ratio: z.ZodType<number> = z.number().gt(0).lte(1);
/** A count, from 1. */
export const positive: z.ZodType<number> = z.int().gte(1);
/** A count, from 0. */
export const count: z.ZodType<number> = z.int().gte(0);
/** A score, 0 to 1. */
export const score: z.ZodType<number> = z.number().gte(0).lte(1);
/** How gaps are shown. */
export const markerStyle: z.ZodType<MarkerStyle> = z.enum(['plain', 'ranges']);
/** Kind of a text. */
export const textKind: z.ZodType<TextKind> = z.enum(['source', 'log', 'search', 'json', 'diff', 'prose', 'data']);
/** How cautious pruning is if there is no question. */
export const care: z.ZodType<Care> = z.enum(CARES);
/** Reason why a line is kept. */
export const lineReason: z.ZodType<LineReason> = z.enum(REASONS as readonly [LineReason, ...LineReason[]]);

/** Engine that pruned. */
export const engineField: z.ZodType<'embedded' | 'remote' | null> = z
  .enum(['embedded', 'remote'])
  .nullable()
  .describe('Engine that pruned: the embedded one, or the upstream swe-pruner (`remote`); null if none was asked');

/** Reason for a fallback to another engine. */
export const fallbackField: z.ZodType<FallbackReason | null> = z
  .enum(FALLBACK_REASONS as readonly [FallbackReason, ...FallbackReason[]])
  .nullable()
  .describe('Reason why the embedded engine answered instead of the upstream; null if it did not');

/** Expected share of needed lines that is shown. */
export const expectedRecallField: z.ZodOptional<z.ZodType<number>> = score
  .optional()
  .describe('Expected share of the needed lines that is shown. Present only if a context was used to find them');

/** The request's id, as in the `X-Request-Id` header. */
export const requestIdField: z.ZodType<string> = z
  .string()
  .describe('Id of the request, as in the header X-Request-Id');
