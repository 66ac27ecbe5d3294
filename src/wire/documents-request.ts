import * as z from 'zod';
import { positive, ratio } from './code-request.ts';
import { laxBoolean, laxNumber, optionally } from './lax.ts';

/** One text of dialect B. `id` and `source` come back as they were sent. */
export interface DocumentRequest {
  readonly id?: string | undefined;
  readonly source?: string | undefined;
  readonly text: string;
  /** `lineOffset`: how many lines of the file precede the text. */
  readonly hints?: { readonly lineOffset?: number | undefined } | undefined;
}

/** Dialect B, the pi provider's. Fields with no bearing on the answer (`metadata`, `timeoutMs`, …) are ignored. */
export interface DocumentsRequest {
  readonly goal: string;
  readonly documents: readonly DocumentRequest[];
  /** Words that must not vanish from a document that holds them. */
  readonly preserve?: readonly string[] | undefined;
  /** For all documents together: tokens, UTF-16 units, or a share of the tokens. The tightest holds. */
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
      }
    | undefined;
}

const document: z.ZodType<DocumentRequest> = z.object({
  id: optionally(z.string()),
  source: optionally(z.string()),
  text: z.string(),
  hints: optionally(z.object({ lineOffset: optionally(laxNumber(z.int().gte(0))) })),
});

/** Unknown fields are ignored. How many documents are allowed is a limit (413), not a matter of shape. */
export const documentsRequest: z.ZodType<DocumentsRequest> = z.object({
  goal: z.string(),
  documents: z.array(document),
  preserve: optionally(z.array(z.string())),
  budget: optionally(
    z.object({
      tokens: optionally(laxNumber(positive)),
      chars: optionally(laxNumber(positive)),
      ratio: optionally(laxNumber(ratio)),
    }),
  ),
  options: optionally(
    z.object({
      threshold: optionally(laxNumber()),
      lineNumbers: optionally(laxBoolean()),
      maxOutputDocuments: optionally(laxNumber(positive)),
      includeScores: optionally(laxBoolean()),
      includeSpans: optionally(laxBoolean()),
    }),
  ),
});
