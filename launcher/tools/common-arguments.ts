import * as z from 'zod/mini';

/** Limits of `max_output_bytes`, in bytes. `max` is also the default. */
export const OUTPUT_BYTES = { min: 1024, max: 10_485_760 } as const;
/** Limits and default of `timeout_ms`, in milliseconds. */
export const TIMEOUT_MS = { min: 100, max: 300_000, default: 30_000 } as const;

/** An integer from `min` to `max`. */
export const boundedInteger = (min: number, max: number): z.ZodMiniNumber =>
  z.int().check(z.minimum(min), z.maximum(max));

/** Refuses NUL, which neither program arguments nor file names may contain. */
export const withoutNul: z.core.$ZodCheck<string> = z.refine((text: string) => !text.includes('\0'), {
  error: 'a string without NUL characters',
});

/** Shared definitions, from which JSON Schemas, tables in the docs, and validation are generated. */
export const focusQuestion: z.ZodMiniOptional<z.ZodMiniString> = z
  .optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)))
  .check(
    z.describe(
      'Ask what you want to know and only the lines that answer it come back; gaps show as "(filtered N lines: a-b)". Leave out to get everything.',
    ),
  );

export const maxOutputBytes: z.ZodMiniOptional<z.ZodMiniNumber> = z
  .optional(boundedInteger(OUTPUT_BYTES.min, OUTPUT_BYTES.max))
  .check(z.describe('Cut the raw output to at most this many UTF-8 bytes before anything else (default: 10485760).'));

export const timeoutMs: z.ZodMiniDefault<z.ZodMiniNumber> = z
  ._default(boundedInteger(TIMEOUT_MS.min, TIMEOUT_MS.max), TIMEOUT_MS.default)
  .check(z.describe('Milliseconds until the command and all it started are killed.'));
