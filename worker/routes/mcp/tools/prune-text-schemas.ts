import * as z from 'zod/mini';
import type { Value } from '../../../../src/mcp/value.ts';

const described = <T>(schema: z.ZodMiniType<T>, description: string): z.ZodMiniType<T> =>
  schema.check(z.describe(description)) as z.ZodMiniType<T>;
const count = (): z.ZodMiniType<number> => z.int().check(z.gte(1));

export const pruneTextArguments = z.strictObject({
  text: described(z.string(), 'Text to prune.'),
  context_focus_question: described(
    z.string().check(z.minLength(1), z.maxLength(1000)),
    'Question to answer. The lines that answer it are returned.',
  ),
  path: z.optional(described(z.string(), 'File that the text came from. Used only to detect its kind, never opened.')),
  first_line: z.optional(described(count(), "Line number of the text's first line in its file (default 1).")),
  target_ratio: z.optional(
    described(z.number().check(z.gt(0), z.lte(1)), 'Max share of the tokens to keep, above 0 and up to 1.'),
  ),
  max_tokens: z.optional(described(count(), 'Keep at most this many tokens.')),
});
export type PruneTextArguments = Value<typeof pruneTextArguments>;

// Not a tuple, because clients read JSON Schema as draft 7, in which `prefixItems` with `items: false` allows nothing.
const run: z.ZodMiniType<number[]> = z.array(z.int()).check(z.length(2));

/** Result schema of whole answers, cut answers and failures; only fields common to all are required. */
export const pruneTextResult: z.ZodMiniType = z.object({
  summary: z.string(),
  success: z.boolean(),
  artifactRef: z.optional(
    described(z.string(), 'Reference of the whole text that was sent. Read it with the tool artifact.'),
  ),
  artifactError: z.optional(described(z.string(), 'Reason why the text could not be stored.')),
  truncated: z.optional(described(z.boolean(), 'True if not all lines that answer the question fit.')),
  originalBytes: z.optional(described(z.int(), 'Bytes of the text that was sent.')),
  hasMore: z.optional(z.boolean()),
  notice: z.optional(z.string()),
  text: z.optional(z.string()),
  changed: z.optional(described(z.boolean(), 'False if text is what was sent, byte for byte.')),
  kept_lines: z.optional(
    described(
      z.array(run),
      'Runs of lines in text, each as first and last line. At most ten; the markers in text show all.',
    ),
  ),
  kept_runs: z.optional(described(z.int(), 'Number of all runs.')),
  total_lines: z.optional(z.int()),
  tokens_in: z.optional(z.int()),
  tokens_out: z.optional(z.int()),
  kind: z.optional(z.nullable(z.string())),
  engine: z.optional(z.nullable(z.string())),
  fallback_reason: z.optional(
    described(z.nullable(z.string()), 'Reason why the embedded engine answered instead of the upstream.'),
  ),
  note: z.optional(described(z.nullable(z.string()), 'Reason why nothing was pruned.')),
  cut: z.optional(described(z.record(z.string(), z.string()), 'Items of a list that are shown.')),
  rest: z.optional(z.string()),
  code: z.optional(described(z.string(), 'Error code.')),
  message: z.optional(z.string()),
});
