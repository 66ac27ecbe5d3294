import * as z from 'zod';
import type { Value } from '../mcp/value.ts';
import { coerceBoolean, coerceNumber, optionally } from './coerce.ts';
import { care, count, positive, ratio } from './fields.ts';
import { contextIsWhole, sessionSteps } from './session/session-step.ts';

/** A text of dialect B. `id` and `source` are returned unchanged. */
const document = z.object({
  id: optionally(z.string()).describe('Returned unchanged'),
  source: optionally(z.string()).describe('Name or path of the source. Returned unchanged'),
  text: z.string().describe('Text to prune'),
  hints: optionally(
    z.object({ lineOffset: optionally(coerceNumber(count)).describe('Number of lines in the file before the text') }),
  ),
});
export type DocumentRequest = Value<typeof document>;

/** Schema that ignores unknown fields. The max number of documents is a limit (413), not part of the schema. */
export const documentsRequest = z.object({
  goal: z.string().describe('Question that the kept lines should answer'),
  documents: z.array(document).describe('At most 50'),
  preserve: optionally(z.array(z.string())).describe('Words that a document must keep if it has them; at most 1000'),
  budget: optionally(
    z.object({
      tokens: optionally(coerceNumber(positive)).describe('Max tokens of all documents together'),
      chars: optionally(coerceNumber(positive)).describe('Max UTF-16 units of all documents together'),
      ratio: optionally(coerceNumber(ratio)).describe('Max share of the tokens'),
    }),
  ).describe('Limits of the output. The tightest one applies'),
  options: optionally(
    z.object({
      threshold: optionally(coerceNumber()).describe('Min score of kept lines, 0 to 1'),
      lineNumbers: optionally(coerceBoolean()).describe('True to number the lines of the text'),
      maxOutputDocuments: optionally(coerceNumber(positive)).describe('Number of documents to show, best first'),
      includeScores: optionally(coerceBoolean()).describe('True to return the score of each document'),
      includeSpans: optionally(coerceBoolean()).describe('True to return the runs of kept lines of each document'),
      automatic: optionally(care).describe(
        'For a blank goal: leave out lines that the context shows are not needed. 98 of 100 texts (`careful`) or 95 (`balanced`) keep every needed line',
      ),
    }),
  ),
  context: sessionSteps,
  contextIsWhole,
});
export type DocumentsRequest = Value<typeof documentsRequest>;
