import * as z from 'zod';
import type { Value } from '../mcp/value.ts';
import { count, engineField, expectedRecallField, fallbackField, positive, requestIdField, score } from './fields.ts';

const compressionRatio = z.number().gte(0).describe('outputTokens / inputTokens; 1 if there is no input');

/** A document in dialect B's answer. */
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
export type DocumentAnswer = Value<typeof document>;

/** Schema with descriptions and units. */
export const documentsAnswer = z.strictObject({
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
export type DocumentsAnswer = Value<typeof documentsAnswer>;
