import * as z from 'zod/mini';

/** Bytes that `max_output_bytes` may ask for; the upper end is also the cap where it is not given. */
export const OUTPUT_BYTES = { min: 1024, max: 10_485_760 } as const;
/** Milliseconds a subprocess may be given. */
export const TIMEOUT_MS = { min: 100, max: 300_000, default: 30_000 } as const;

/** An integer from `min` on; one above `max` is taken for `max`, which whoever asks for more would rather have than none. */
export const cappedInteger = (min: number, max: number): z.ZodMiniNumber =>
  z.int().check(
    z.minimum(min),
    z.overwrite((value) => Math.min(value, max)),
    z.maximum(max),
  );

/** No program takes a NUL in an argument, and no file system in a name. */
export const withoutNul: z.core.$ZodCheck<string> = z.refine((text: string) => !text.includes('\0'), {
  error: 'a text without NUL',
});

/** Described here once: the JSON Schemas, the tables in the docs and the validation are all made of these. */
export const focusQuestion: z.ZodMiniOptional<z.ZodMiniString> = z
  .optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)))
  .check(
    z.describe(
      'Ask what you want to know and only the lines that answer it come back; gaps show as "(filtered N lines: a-b)". Leave out to get everything.',
    ),
  );

export const maxOutputBytes: z.ZodMiniOptional<z.ZodMiniNumber> = z
  .optional(cappedInteger(OUTPUT_BYTES.min, OUTPUT_BYTES.max))
  .check(z.describe('Cut the raw output to at most this many UTF-8 bytes before anything else (default: 10485760).'));

export const timeoutMs: z.ZodMiniDefault<z.ZodMiniNumber> = z
  ._default(cappedInteger(TIMEOUT_MS.min, TIMEOUT_MS.max), TIMEOUT_MS.default)
  .check(z.describe('Milliseconds until the command and all it started are killed.'));
