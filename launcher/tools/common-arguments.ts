import * as z from 'zod/mini';

/** Bytes that `max_output_bytes` may ask for; the upper end is also the cap where it is not given. */
export const OUTPUT_BYTES = { least: 1024, most: 10_485_760 } as const;
/** Milliseconds a subprocess may be given. */
export const TIMEOUT_MS = { least: 100, most: 300_000, default: 30_000 } as const;

/** An integer from `least` on; one above `most` is taken for `most`, which whoever asks for more would rather have than none. */
export const cappedInteger = (least: number, most: number): z.ZodMiniNumber =>
  z.int().check(
    z.minimum(least),
    z.overwrite((value) => Math.min(value, most)),
    z.maximum(most),
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
  .optional(cappedInteger(OUTPUT_BYTES.least, OUTPUT_BYTES.most))
  .check(z.describe('Cut the raw output to at most this many UTF-8 bytes before anything else (default: 10485760).'));

export const timeoutMs: z.ZodMiniDefault<z.ZodMiniNumber> = z
  ._default(cappedInteger(TIMEOUT_MS.least, TIMEOUT_MS.most), TIMEOUT_MS.default)
  .check(z.describe('Milliseconds until the command and all it started are killed.'));
