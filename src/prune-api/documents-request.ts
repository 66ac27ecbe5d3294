import * as z from 'zod';
import type { Care } from '../engine/pruner.ts';
import { coerceBoolean, coerceNumber, optionally } from './coerce.ts';
import { care, count, positive, ratio } from './fields.ts';
import { contextIsWhole, type SessionStep, sessionSteps } from './session/session-step.ts';

/** A text of dialect B. `id` and `source` are returned unchanged. */
export interface DocumentRequest {
  readonly id?: string | undefined;
  readonly source?: string | undefined;
  readonly text: string;
  /** `lineOffset`: number of lines before the text in its file. */
  readonly hints?: { readonly lineOffset?: number | undefined } | undefined;
}

/**
 * Request of dialect B, the pi provider's. Fields that do not affect the answer (`metadata`, `timeoutMs`, …) are
 * ignored.
 */
export interface DocumentsRequest {
  readonly goal: string;
  readonly documents: readonly DocumentRequest[];
  /** Words that must stay in every document that contains them. */
  readonly preserve?: readonly string[] | undefined;
  /** Limits for all documents together: tokens, UTF-16 units, or a share of the tokens. The tightest applies. */
  readonly budget?:
    | {
        readonly tokens?: number | undefined;
        readonly chars?: number | undefined;
        readonly ratio?: number | undefined;
      }
    | undefined;
  readonly options?:
    | {
        readonly threshold?: number | undefined;
        readonly lineNumbers?: boolean | undefined;
        readonly maxOutputDocuments?: number | undefined;
        readonly includeScores?: boolean | undefined;
        readonly includeSpans?: boolean | undefined;
        /** Prunes by `context` alone if `goal` is blank. */
        readonly automatic?: Care | undefined;
      }
    | undefined;
  /** Session history before the documents, oldest step first. */
  readonly context?: readonly SessionStep[] | undefined;
  /** True if all results in `context` are still in the conversation. */
  readonly contextIsWhole?: boolean | undefined;
}

const document: z.ZodType<DocumentRequest> = z.object({
  id: optionally(z.string()).describe('Returned unchanged'),
  source: optionally(z.string()).describe('Name or path of the source. Returned unchanged'),
  text: z.string().describe('Text to prune'),
  hints: optionally(
    z.object({
      lineOffset: optionally(coerceNumber(count)).describe('Number of lines in the file before the text'),
    }),
  ),
});

/** Schema that ignores unknown fields. The max number of documents is a limit (413), not part of the schema. */
export const documentsRequest: z.ZodType<DocumentsRequest> = z.object({
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
