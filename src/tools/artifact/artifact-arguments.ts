import * as z from 'zod/mini';
import { described } from '../../context/described.ts';
import type { Schema } from '../../mcp/schema.ts';

/** Arguments of the `artifact` tool. */
export interface ArtifactArguments {
  readonly ref: string;
  readonly start_line?: number | undefined;
  readonly end_line?: number | undefined;
  readonly start_char?: number | undefined;
  readonly end_char?: number | undefined;
  readonly pattern?: string | undefined;
  readonly path?: string | undefined;
  readonly context_focus_question?: string | undefined;
  readonly cursor?: string | undefined;
}

/** Max UTF-16 units of arguments without a limit of their own. */
const LONGEST = 2000;

const line = (): z.ZodMiniType<number> => z.int().check(z.gte(1));
const text = (): z.ZodMiniType<string> => z.string().check(z.minLength(1), z.maxLength(LONGEST));

export const artifactArguments: Schema<ArtifactArguments> = z.strictObject({
  ref: described(z.string(), 'The artifactRef: ax://<domain>/<id>.'),
  start_line: z.optional(described(line(), 'First line to return, 1-based.')),
  end_line: z.optional(described(line(), 'Last line to return, inclusive.')),
  start_char: z.optional(
    described(
      line(),
      'Only from this character of line start_line on, 1-based: "…[+N chars: a-b]…" in a line stands for a to b.',
    ),
  ),
  end_char: z.optional(described(line(), 'Last character to return of that line, inclusive.')),
  pattern: z.optional(
    described(
      text(),
      'Return only the lines that match this regular expression, as "number:line", like grep; (?i) at the start ignores case; no lookaround or backreferences.',
    ),
  ),
  path: z.optional(
    described(
      text(),
      'Return what this JSONPath names, such as $.items[0].name, $.items[*].id, $..error or $.rows[10:20].',
    ),
  ),
  context_focus_question: z.optional(
    described(
      z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)),
      'Return only the lines that answer this question; gaps show as "(filtered N lines: a-b)". Leave out to get everything.',
    ),
  ),
  cursor: z.optional(
    described(z.string(), 'The nextCursor of the page before; goes with ref alone and continues the same selection.'),
  ),
});

export const artifactResult: Schema = z.object({
  summary: z.string(),
  success: z.boolean(),
  ref: z.optional(z.string()),
  content: z.optional(described(z.string(), 'This page, as it was stored. All pages together are the whole.')),
  encoding: z.optional(described(z.enum(['utf-8', 'base64']), 'base64: content is bytes that are no UTF-8.')),
  start_line: z.optional(z.int()),
  end_line: z.optional(z.int()),
  total_bytes: z.optional(described(z.int(), 'Bytes of the whole artifact.')),
  hasMore: z.optional(z.boolean()),
  nextCursor: z.optional(described(z.string(), 'Pass as cursor to get the next page.')),
  notice: z.optional(z.string()),
  code: z.optional(described(z.string(), 'Why it failed.')),
  message: z.optional(z.string()),
});
