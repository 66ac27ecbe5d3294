import * as z from 'zod/mini';

/** Schema of `PruningMetadata` for `outputSchema`. */
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
        'shadow',
        'pruner_error',
        'not_stored',
      ]),
    ),
    raw_bytes: z.number(),
    pruned_bytes: z.optional(z.number()),
    pruner_duration_ms: z.optional(z.number()),
    engine: z.optional(z.enum(['embedded', 'remote'])),
    verbatim: z.optional(z.literal(false)),
    kind: z.optional(z.string()),
    artifact_ref: z.optional(z.string()),
    artifact_error: z.optional(z.enum(['too_large', 'failed'])),
    error: z.optional(z.object({ code: z.enum(['timeout', 'http_error', 'invalid_response']), message: z.string() })),
  });
}

/** Schema of the metadata of a result that was shortened to fit, for `outputSchema`. */
export function shapedSchema(): z.ZodMiniType {
  return z.object({
    artifact_ref: z.optional(z.string()),
    artifact_error: z.optional(z.enum(['too_large', 'failed'])),
    original_bytes: z.number(),
  });
}
