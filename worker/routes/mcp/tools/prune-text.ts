import { ArtifactError } from '../../../../src/artifacts/artifact-error.ts';
import type { PruneRequest } from '../../../../src/engine/pruner.ts';
import type { SharedTool } from '../../../../src/mcp/shared-tool.ts';
import { resultBytes } from '../../../../src/mcp/tool-result.ts';
import { pruneMeasured } from '../../../../src/prune-api/prune-measured.ts';
import { recordOf } from '../../../../src/prune-api/prune-reply.ts';
import type { OpenPruneContext } from '../../prune/prune-contexts.ts';
import type { ToolCall, WorkerTool } from '../tool.ts';
import { toolFailure } from '../tool-failure.ts';
import { type KeptRaw, toCutResult, toWholeResult } from './prune-text-result.ts';
import { type PruneTextArguments, pruneTextArguments, pruneTextResult } from './prune-text-schemas.ts';

const NAME = 'prune_text';

/**
 * Creates the `prune_text` tool: it takes a text and a question, and returns the lines that answer it, within 10,240
 * bytes.
 */
export function pruneTextTool(openPruneContext: OpenPruneContext): WorkerTool {
  return { scope: 'prune', open: (call) => toolFor(call, openPruneContext) as unknown as SharedTool };
}

function toolFor(call: ToolCall, openPruneContext: OpenPruneContext): SharedTool<PruneTextArguments> {
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
      const measured = await pruneMeasured(toRequest(given), pruneContext);
      if (!measured.ok) {
        call.failed(measured.code);
        return toolFailure(measured.code, String(measured.detail));
      }
      if (measured.tooManyLines === true) {
        call.failed('too_large');
        return toolFailure('too_large', `${measured.refusal}: send the text in parts`);
      }
      const pruned = { raw: given.text, firstLine: given.first_line ?? 1, measured };
      const record = recordOf('code', measured);
      const whole = toWholeResult(pruned);
      if (whole !== undefined) {
        call.record(record);
        return whole;
      }
      const kept = await keepRaw(given.text, call);
      const { result, before } = toCutResult(pruned, kept, pruneContext.countTokens);
      call.record({ ...record, tokensOut: Number(result.structuredContent?.['tokens_out']) });
      const artifact = kept.kind === 'kept' ? kept.info.ref : undefined;
      call.shaped({ tool: NAME, before, after: resultBytes(result), artifact });
      return result;
    },
  };
}

function toRequest(given: PruneTextArguments): PruneRequest {
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

/** Stores the original, whose lines the markers name, before anything is answered. Never rejects. */
async function keepRaw(text: string, { artifacts, storageFailed }: ToolCall): Promise<KeptRaw> {
  if (artifacts === undefined) return { kind: 'nowhere' };
  try {
    const info = await artifacts.put({ domain: NAME, mimeType: 'text/plain; charset=utf-8', body: text });
    return { kind: 'kept', info };
  } catch (error) {
    const code = error instanceof ArtifactError ? error.code : 'failed';
    if (code === 'failed') storageFailed(error);
    return { kind: 'failed', code };
  }
}
