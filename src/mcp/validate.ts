import type * as z from 'zod/mini';
import type { ParamsIssue } from './invalid-params.ts';

export type Validated<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly ParamsIssue[] };

/** Validates once, at the door: defaults applied, issues with their paths below `under`. */
export function validate<T>(schema: z.ZodMiniType<T>, value: unknown, under: readonly string[] = []): Validated<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return {
    ok: false,
    issues: parsed.error.issues.map((issue) => ({
      path: [...under, ...issue.path.map(String)].join('.'),
      code: issue.code ?? 'custom',
    })),
  };
}
