import * as z from 'zod/mini';

/** `PruningMetadata` for `outputSchema`. */
export function pruningMetadataSchema(): z.ZodMiniType {
  return z.object({
    attempted: z.boolean(),
    applied: z.boolean(),
    fallback: z.boolean(),
    reason: z.optional(
      z.enum([
        'disabled_or_unconfigured',
        'no_focus_question',
        'too_large',
        'output_empty',
        'tool_error',
        'pruner_error',
      ]),
    ),
    raw_bytes: z.number(),
    pruned_bytes: z.optional(z.number()),
    pruner_duration_ms: z.optional(z.number()),
    engine: z.optional(z.enum(['embedded', 'remote'])),
    kind: z.optional(z.string()),
    error: z.optional(z.object({ code: z.enum(['timeout', 'http_error', 'invalid_response']), message: z.string() })),
  });
}
