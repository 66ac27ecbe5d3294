import * as z from 'zod/mini';
import type { Value } from '../../../src/mcp/value.ts';
import { focusQuestion, maxOutputBytes, withoutNul } from '../common-arguments.ts';

const lineNumber: z.ZodMiniNumber = z.int().check(z.minimum(1));

/** Arguments of `read`. */
export const readArguments = z
  .strictObject({
    file_path: z
      .string()
      .check(
        z.minLength(1),
        withoutNul,
        z.describe('Text file to read, relative to the folder you are in, or absolute inside the root.'),
      ),
    encoding: z
      ._default(z.literal('utf-8'), 'utf-8')
      .check(z.describe('Always utf-8; text in other encodings is decoded.')),
    start_line: z.optional(lineNumber).check(z.describe('First line to read, 1-based (default: 1).')),
    end_line: z.optional(lineNumber).check(z.describe('Last line to read, inclusive (default: the last one).')),
    max_output_bytes: maxOutputBytes,
    context_focus_question: focusQuestion,
  })
  .check(
    z.refine(
      (args) => args.start_line === undefined || args.end_line === undefined || args.start_line <= args.end_line,
      { path: ['end_line'], error: 'start_line or a later one' },
    ),
  );
export type ReadArguments = Value<typeof readArguments>;
