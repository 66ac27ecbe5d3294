import * as z from 'zod';

// Pydantic's lax mode, which upstream uses and some clients rely on: "0.5" is a number, "yes" is true.
const NUMERAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const TRUE = new Set(['true', 't', 'yes', 'y', 'on', '1']);
const FALSE = new Set(['false', 'f', 'no', 'n', 'off', '0']);

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && NUMERAL.test(value.trim()) ? Number(value) : value;
}

function toBoolean(value: unknown): unknown {
  const word = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : value;
}

/**
 * Applies `read` to the input before `inner`. Documented as `inner` only, because clients should not rely on the
 * leniency.
 */
function coerceWith<T>(read: (value: unknown) => unknown, inner: z.ZodType<T>): z.ZodType<T> {
  const { $schema, ...shape } = z.toJSONSchema(inner);
  return z.preprocess(read, inner).meta(shape as Record<string, unknown>);
}

/** Schema of a number, or a string that spells one. */
export const coerceNumber = (inner: z.ZodType<number> = z.number()): z.ZodType<number> => coerceWith(toNumber, inner);

/** Schema of a boolean, or 0, 1 and the words that Pydantic accepts. */
export const coerceBoolean = (): z.ZodType<boolean> => coerceWith(toBoolean, z.boolean());

/** Makes a field optional; null means the same as omitting it. */
export function optionally<T>(inner: z.ZodType<T>): z.ZodOptional<z.ZodType<T>> {
  return z.optional(inner.nullish().transform((value) => value ?? undefined) as unknown as z.ZodType<T>);
}
