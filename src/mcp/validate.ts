import type { ParamsIssue } from './invalid-params.ts';
import type { Schema } from './schema.ts';
import { whyInvalid } from './why-invalid.ts';
import { zodOf } from './zod-of.ts';

export type Validated<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly ParamsIssue[]; readonly why: string };

/**
 * Validates once, at the boundary: applies defaults, reports issues with their paths below `under`, and puts them in
 * words (`why`).
 */
export function validate<T>(schema: Schema<T>, value: unknown, under: readonly string[] = []): Validated<T> {
  const parsed = zodOf(schema).safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return {
    ok: false,
    why: whyInvalid(parsed.error.issues, value, under),
    issues: parsed.error.issues.map((issue) => ({
      path: [...under, ...issue.path.map(String)].join('.'),
      code: issue.code ?? 'custom',
    })),
  };
}

/**
 * Validates a tool's arguments, but ignores unknown keys: if a model makes one up, answering is better than refusing. Returns
 * the ignored keys too.
 */
export function validateArguments<T>(
  schema: Schema<T>,
  given: unknown,
): Validated<T> & { readonly ignored: readonly string[] } {
  const issues = zodOf(schema).safeParse(given).error?.issues ?? [];
  const unknown = issues.flatMap((one) => (one.code === 'unrecognized_keys' && one.path.length === 0 ? one.keys : []));
  if (unknown.length === 0) return { ...validate(schema, given, ['arguments']), ignored: [] };
  const known = Object.entries(given as object).filter(([key]) => !unknown.includes(key));
  return { ...validate(schema, Object.fromEntries(known), ['arguments']), ignored: unknown };
}
