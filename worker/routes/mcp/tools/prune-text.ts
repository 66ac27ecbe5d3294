import * as z from 'zod/mini';
import { ArtifactError } from '../../../../src/artifacts/artifact-error.ts';
import { described } from '../../../../src/context/described.ts';
import type { SharedTool } from '../../../../src/mcp/shared-tool.ts';
import { modelText } from '../../../../src/mcp/shown-text.ts';
import { resultBytes, type ToolResult } from '../../../../src/mcp/tool-result.ts';
import type { Value } from '../../../../src/mcp/value.ts';
import { type MeasuredPruner, measuredPruner } from '../../../../src/prune-api/measured-pruner.ts';
import type { PruneContext } from '../../../../src/prune-api/prune-context.ts';
import { pruneMeasured } from '../../../../src/prune-api/prune-measured.ts';
import { recordOf } from '../../../../src/prune-api/prune-reply.ts';
import type { RequestFailureCode } from '../../../../src/prune-api/request-failure.ts';
import type { ShortenOptions } from '../../../../src/shorten/options.ts';
import type { Output } from '../../../../src/shorten/output.ts';
import { shorten } from '../../../../src/shorten/shorten.ts';
import type { OpenPruneContext } from '../../prune/prune-contexts.ts';
import type { WorkerTool, WorkerToolCall } from '../tool.ts';
import { toolFailure } from '../tool-failure.ts';
import { toCutResult, toWholeResult } from './prune-text-result.ts';

const count = (): z.ZodMiniType<number> => z.int().check(z.gte(1));

const pruneTextArguments = z.strictObject({
  text: described(z.string(), 'Text to prune.'),
  context_focus_question: described(
    z.string().check(z.minLength(1), z.maxLength(1000)),
    'Question to answer. The lines that answer it are returned.',
  ),
  path: z.optional(described(z.string(), 'File that the text came from. Used only to detect its kind, never opened.')),
  first_line: z.optional(described(count(), "Line number of the text's first line in its file (default 1).")),
  target_ratio: z.optional(
    described(z.number().check(z.gt(0), z.lte(1)), 'Max share of the tokens to keep, above 0 and up to 1.'),
  ),
  max_tokens: z.optional(described(count(), 'Keep at most this many tokens.')),
});
type PruneTextArguments = Value<typeof pruneTextArguments>;

// Not a tuple, because clients read JSON Schema as draft 7, in which `prefixItems` with `items: false` allows nothing.
const run: z.ZodMiniType<number[]> = z.array(z.int()).check(z.length(2));

/** Result schema of whole answers, cut answers and failures; only fields common to all are required. */
const pruneTextResult: z.ZodMiniType = z.object({
  summary: z.string(),
  success: z.boolean(),
  artifactRef: z.optional(
    described(z.string(), 'Reference of the whole text that was sent. Read it with the tool artifact.'),
  ),
  artifactError: z.optional(described(z.string(), 'Reason why the text could not be stored.')),
  truncated: z.optional(described(z.boolean(), 'True if not all lines that answer the question fit.')),
  originalBytes: z.optional(described(z.int(), 'Bytes of the text that was sent.')),
  hasMore: z.optional(z.boolean()),
  notice: z.optional(z.string()),
  text: z.optional(z.string()),
  changed: z.optional(described(z.boolean(), 'False if text is what was sent, byte for byte.')),
  kept_lines: z.optional(
    described(
      z.array(run),
      'Runs of lines in text, each as first and last line. At most ten; the markers in text show all.',
    ),
  ),
  kept_runs: z.optional(described(z.int(), 'Number of all runs.')),
  total_lines: z.optional(z.int()),
  tokens_in: z.optional(z.int()),
  tokens_out: z.optional(z.int()),
  kind: z.optional(z.nullable(z.string())),
  engine: z.optional(z.nullable(z.string())),
  fallback_reason: z.optional(
    described(z.nullable(z.string()), 'Reason why the embedded engine answered instead of the upstream.'),
  ),
  note: z.optional(described(z.nullable(z.string()), 'Reason why nothing was pruned.')),
  cut: z.optional(described(z.record(z.string(), z.string()), 'Items of a list that are shown.')),
  rest: z.optional(z.string()),
  code: z.optional(described(z.string(), 'Error code.')),
  message: z.optional(z.string()),
});

const NAME = 'prune_text';
/** Max milliseconds to store a text: no caller waits longer. */
const STORE_WAIT_MS = 600_000;

/**
 * Creates the `prune_text` tool: it takes a text and a question, and returns the lines that answer it, within 10,240
 * bytes.
 */
export function pruneTextTool(openPruneContext: OpenPruneContext): WorkerTool {
  return { scope: 'prune', open: (call) => toolFor(call, openPruneContext) as unknown as SharedTool };
}

function toolFor(call: WorkerToolCall, openPruneContext: OpenPruneContext): SharedTool<PruneTextArguments> {
  return {
    name: NAME,
    title: 'Prune a text by a question',
    description:
      'Get the lines of a text that answer context_focus_question, verbatim and in order, each gap marked "(filtered N lines: a-b)". Example: a 2,000-line log and "why did the deploy fail?".',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    arguments: pruneTextArguments,
    result: pruneTextResult,
    async execute(given) {
      const pruneContext = await openPruneContext(call.caller);
      const pruner = measuredPruner(pruneContext, { targetRatio: given.target_ratio, maxTokens: given.max_tokens });
      const prune = { chosen: { pruner, endpoint: 'worker' }, now: () => 0 };
      const wanted = { question: given.context_focus_question, noticeTokens: 0 };
      const options = { prune, artifacts: tellingStore(call), storeWaitMs: STORE_WAIT_MS };
      // Never aborted: the pruner stops with the signal of `pruneContext`.
      const side = { signal: new AbortController().signal, log: () => {} };
      return (await shorten(toOutput(given, call, pruner, pruneContext), wanted, options, side)).result;
    },
  };
}

/**
 * Translates a text for `shorten`. The text is stored only if its answer does not fit, because the caller has the text.
 */
function toOutput(
  { text, context_focus_question: question, path, first_line: firstLine = 1 }: PruneTextArguments,
  call: WorkerToolCall,
  pruner: MeasuredPruner,
  pruneContext: PruneContext,
): Output<string, ToolResult> {
  const fail = (code: RequestFailureCode, message: string): ToolResult => {
    call.failed(code);
    return toolFailure(code, message);
  };
  return {
    tool: NAME,
    open: () => ({
      parts: [{ text, whole: null, path, firstLine, toTheLetter: true, apply: (shown) => shown }],
      async show(_, keep) {
        // `shorten` does not call the pruner for an empty text.
        const measured = pruner.last ?? (await pruneMeasured({ text, question }, pruneContext));
        if (!measured.ok) return fail(measured.code, String(measured.detail));
        if (measured.tooManyLines === true) return fail('too_large', `${measured.refusal}: send the text in parts`);
        const pruned = { raw: text, firstLine, measured };
        const record = recordOf('code', measured);
        const whole = toWholeResult(pruned);
        if (whole !== undefined) {
          call.record(record);
          return whole;
        }
        const kept = call.artifacts && (await keep(text));
        const { result, before } = toCutResult(pruned, kept, pruneContext.countTokens);
        const artifact = kept && 'artifact_ref' in kept ? kept.artifact_ref : undefined;
        call.record({ ...record, tokensOut: Number(result.structuredContent?.['tokens_out']) });
        call.shaped({ tool: NAME, before, after: resultBytes(result), artifact });
        return result;
      },
    }),
    raw: () => text,
    textOf: modelText,
  };
}

/** Returns the team's store, wrapped to report its failures to the host. */
function tellingStore({ artifacts, storageFailed }: WorkerToolCall): ShortenOptions['artifacts'] {
  const tell = (error: unknown): never => {
    if (!(error instanceof ArtifactError) || error.code === 'failed') storageFailed(error);
    throw error;
  };
  return artifacts && { put: (artifact) => artifacts.put(artifact).catch(tell) };
}
