import * as z from 'zod';
import type { FallbackReason } from '../remote-pruner/fallback-reason.ts';
import { count, engineField, expectedRecallField, fallbackField, positive, requestIdField, score } from './fields.ts';

/** A document in dialect B's answer. */
export interface DocumentAnswer {
  readonly id?: string | undefined;
  readonly source?: string | undefined;
  readonly text: string;
  readonly score?: number | undefined;
  readonly spans?: readonly { readonly startLine: number; readonly endLine: number }[] | undefined;
  readonly stats: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly compressionRatio: number;
    readonly expectedRecall?: number | undefined;
  };
}

/** Dialect B's answer. */
export interface DocumentsAnswer {
  readonly ok: true;
  readonly text: string;
  readonly documents: readonly DocumentAnswer[];
  readonly stats: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly compressionRatio: number;
    readonly latencyMs: number;
    readonly backend: 'mcp-pruner';
    readonly model: string | null;
    readonly provider: 'swe-pruner';
    readonly engine: 'embedded' | 'remote' | null;
    readonly fallbackReason: FallbackReason | null;
  };
  readonly warnings: readonly string[];
  readonly request_id: string;
}

const compressionRatio = z.number().gte(0).describe('outputTokens / inputTokens; 1 if there is no input');

const document = z.strictObject({
  id: z.string().optional(),
  source: z.string().optional(),
  text: z.string().describe('Kept lines of the document, with a marker for every gap'),
  score: score.optional().describe('Relevance, 0 to 1. Only with includeScores'),
  spans: z
    .array(z.strictObject({ startLine: positive, endLine: positive }))
    .optional()
    .describe('Runs of kept lines by line number in the file, 1-based, inclusive. Only with includeSpans'),
  stats: z.strictObject({
    inputTokens: count,
    outputTokens: count,
    compressionRatio,
    expectedRecall: expectedRecallField,
  }),
});

/** Schema with descriptions and units. */
export const documentsAnswer: z.ZodType<DocumentsAnswer> = z.strictObject({
  ok: z.literal(true),
  text: z
    .string()
    .describe('All documents as one text. If there are several, or lines are numbered, each has a heading `# source`'),
  documents: z.array(document),
  stats: z.strictObject({
    inputTokens: count.describe('Tokens of all documents (o200k)'),
    outputTokens: count.describe('Tokens of text, including headings and line numbers'),
    compressionRatio,
    latencyMs: z.number().gte(0).describe('Time from the validated request to the answer, in milliseconds'),
    backend: z.literal('mcp-pruner'),
    model: z.string().nullable().describe('Name and version of the scorer'),
    provider: z.literal('swe-pruner'),
    engine: engineField,
    fallbackReason: fallbackField,
  }),
  warnings: z.array(z.string()).describe('Parts of the request that were not followed, with reasons'),
  request_id: requestIdField,
});
