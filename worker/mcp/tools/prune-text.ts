import * as z from 'zod/mini';
import type { PruneRequest } from '../../../src/pruning/pruner.ts';
import { toSpans } from '../../../src/wire/document-text.ts';
import type { Measured } from '../../../src/wire/measured.ts';
import { pruneMeasured } from '../../../src/wire/prune-measured.ts';
import { recordOf } from '../../../src/wire/prune-reply.ts';
import type { OpenDoor } from '../../prune/doors.ts';
import type { WorkerTool } from '../tool.ts';

interface Arguments {
  readonly text: string;
  readonly context_focus_question: string;
  readonly path?: string | undefined;
  readonly first_line?: number | undefined;
  readonly target_ratio?: number | undefined;
  readonly max_tokens?: number | undefined;
}

const described = <T>(schema: z.ZodMiniType<T>, description: string): z.ZodMiniType<T> =>
  schema.check(z.describe(description)) as z.ZodMiniType<T>;
const count = (): z.ZodMiniType<number> => z.int().check(z.gte(1));

const args: z.ZodMiniType<Arguments> = z.strictObject({
  text: described(z.string(), 'The text to prune.'),
  context_focus_question: described(
    z.string().check(z.minLength(1), z.maxLength(1000)),
    'What you want to know: the lines that answer it come back.',
  ),
  path: z.optional(described(z.string(), 'Where the text came from, as a hint for its kind; never opened.')),
  first_line: z.optional(described(count(), "The number of the text's first line in its file (default 1).")),
  target_ratio: z.optional(
    described(z.number().check(z.gt(0), z.lte(1)), 'Keep at most this share of the tokens, above 0 and up to 1.'),
  ),
  max_tokens: z.optional(described(count(), 'Keep at most this many tokens.')),
});

// Not a tuple: clients read it as of JSON Schema's draft 7, in which `prefixItems` beside `items: false` allows nothing.
const run: z.ZodMiniType<number[]> = z.array(z.int()).check(z.length(2));

const result: z.ZodMiniType = z.object({
  text: z.string(),
  changed: described(z.boolean(), 'False: text is what was sent, byte for byte.'),
  kept_lines: described(z.array(run), 'Runs of lines that text shows, first and last.'),
  total_lines: z.int(),
  tokens_in: z.int(),
  tokens_out: z.int(),
  kind: z.nullable(z.string()),
  engine: z.nullable(z.string()),
  fallback_reason: described(z.nullable(z.string()), 'Why the embedded engine stood in for the upstream.'),
  note: described(z.nullable(z.string()), 'Why nothing was pruned although it was asked for.'),
});

/** `prune_text`: a text and a question, and back come the lines that answer it. */
export function pruneTextTool(openDoor: OpenDoor): WorkerTool<Arguments> {
  return {
    name: 'prune_text',
    title: 'Prune a text by a question',
    description:
      'Get the lines of a text that answer context_focus_question, verbatim and in order, each gap marked "(filtered N lines: a-b)". Example: a 2,000-line log and "why did the deploy fail?".',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    scope: 'prune',
    arguments: args,
    result,
    async execute(given, call) {
      const measured = await pruneMeasured(toRequest(given), await openDoor(call.caller));
      if (!measured.ok) return { ok: false, code: measured.code, message: String(measured.detail) };
      call.record(recordOf('code', measured));
      return { ok: true, text: measured.text, structured: toStructured(measured, (given.first_line ?? 1) - 1) };
    },
  };
}

function toRequest(given: Arguments): PruneRequest {
  return {
    text: given.text,
    question: given.context_focus_question,
    path: given.path,
    firstLine: given.first_line,
    targetRatio: given.target_ratio,
    maxTokens: given.max_tokens,
    markers: 'ranges',
  };
}

function toStructured(measured: Measured, offset: number): object {
  return {
    text: measured.text,
    changed: measured.changed,
    kept_lines: toSpans(measured.keptLines, offset).map(({ startLine, endLine }) => [startLine, endLine]),
    total_lines: measured.lineCount,
    tokens_in: measured.tokensIn,
    tokens_out: measured.tokensOut,
    kind: measured.kind,
    engine: measured.engine,
    fallback_reason: measured.fallbackReason,
    note: measured.refusal,
  };
}
