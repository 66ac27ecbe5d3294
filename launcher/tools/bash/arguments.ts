import * as z from 'zod/mini';
import type { Value } from '../../../src/mcp/value.ts';
import { focusQuestion, maxOutputBytes, timeoutMs, withoutNul } from '../common-arguments.ts';

const MAX_VARIABLES = 200;

/** Arguments of `bash`. */
export const bashArguments = z.strictObject({
  command: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(50_000),
      withoutNul,
      z.describe('Shell command, run by `bash -lc`; stdin is closed.'),
    ),
  cwd: z
    .optional(z.string())
    .check(z.describe('Working directory inside the root, relative to the folder you are in (default: that folder).')),
  env: z
    .optional(
      z
        .record(z.string().check(z.regex(/^[A-Z_][A-Z0-9_]*$/)), z.string().check(z.maxLength(4000), withoutNul))
        .check(
          z.refine((env) => Object.keys(env).length <= MAX_VARIABLES, { error: `at most ${MAX_VARIABLES} variables` }),
        ),
    )
    .check(z.describe('Environment variables to set for this command, on top of the server’s (at most 200).')),
  timeout_ms: timeoutMs,
  max_output_bytes: maxOutputBytes,
  context_focus_question: focusQuestion,
});
export type BashArguments = Value<typeof bashArguments>;
