import * as z from 'zod/mini';
import type { Value } from '../../../src/mcp/value.ts';
import { boundedInteger, focusQuestion, maxOutputBytes, timeoutMs, withoutNul } from '../common-arguments.ts';

/** Arguments of `grep`. */
export const grepArguments = z
  .strictObject({
    pattern: z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(10_000),
        withoutNul,
        z.describe('Regular expression (or literal text with fixed_string).'),
      ),
    path: z
      .optional(z.string())
      .check(
        z.describe(
          'One file or directory to search, relative to the folder you are in (default: "."). Not together with paths.',
        ),
      ),
    paths: z
      .optional(z.array(z.string()).check(z.minLength(1), z.maxLength(100)))
      .check(z.describe('Several files or directories to search, relative to the folder you are in.')),
    cwd: z
      .optional(z.string())
      .check(z.describe('Working directory inside the root; what is searched where neither path nor paths is given.')),
    fixed_string: z._default(z.boolean(), false).check(z.describe('Take the pattern literally.')),
    case_sensitive: z._default(z.boolean(), true).check(z.describe('False ignores case.')),
    context_lines: z
      ._default(boundedInteger(0, 50), 0)
      .check(z.describe('Lines to show around each match; they come apart from the matches.')),
    timeout_ms: timeoutMs,
    max_matches: z._default(boundedInteger(1, 5000), 500).check(z.describe('Stop after this many matches.')),
    max_output_bytes: maxOutputBytes,
    context_focus_question: focusQuestion,
  })
  .check(
    z.refine((args) => args.path === undefined || args.paths === undefined, {
      path: ['paths'],
      error: 'path or paths, not both',
    }),
  );
export type GrepArguments = Value<typeof grepArguments>;
