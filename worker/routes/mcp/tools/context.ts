import { redactSecrets } from '../../../../src/artifacts/redact-secrets.ts';
import type { LoadTokenCounter } from '../../../../src/base/tokens/count-tokens.ts';
import type { SharedTool } from '../../../../src/mcp/shared-tool.ts';
import type { RequestFailureCode } from '../../../../src/prune-api/request-failure.ts';
import type { PruneExcerpt } from '../../../../src/tools/context/context-tool.ts';
import { CONTEXT_TOOLS } from '../../../../src/tools/context/context-tools.ts';
import type { OpenPruneContext } from '../../prune/prune-contexts.ts';
import type { ToolCall, WorkerTool } from '../tool.ts';
import { FETCHED, pruneSelected } from './artifact.ts';

/** Ledger codes for a tool's codes; all others are errors of the caller. */
const FAILURES: Readonly<Record<string, RequestFailureCode>> = {
  INTERNAL_ERROR: 'storage_unavailable',
  SEGMENT_NOT_FOUND: 'not_found',
  STORAGE_FULL: 'too_large',
};

/** Dependencies from the worker. */
export interface ContextToolsDeps {
  readonly openPruneContext: OpenPruneContext;
  readonly loadTokenCounter: LoadTokenCounter;
  /** True to redact secrets of known formats from stored context. */
  readonly redact: boolean;
}

/** Creates the `context_*` tools over the stored context of the caller's team. */
export function contextTools({ openPruneContext, loadTokenCounter, redact }: ContextToolsDeps): readonly WorkerTool[] {
  return CONTEXT_TOOLS.map(({ open }) => ({
    scope: 'context',
    open(call) {
      const { context: store, artifacts, storageFailed: onStorageFailure } = call;
      if (store === undefined) return undefined;
      const prune = pruneFor(call, openPruneContext);
      const kept = { store, artifacts, redact: redact ? redactSecrets : undefined };
      const tool = open({ ...kept, loadTokenCounter, prune, onStorageFailure });
      return { ...tool, execute: accounted(tool, call) };
    },
  }));
}

/** Answers a question for keys with scope `prune`, and charges it like `prune_text`. */
function pruneFor(call: ToolCall, openPruneContext: OpenPruneContext): PruneExcerpt {
  return async ({ text, question, path }, { signal }) => {
    if (!call.principal.scopes.has('prune')) return undefined;
    return (await pruneSelected({ text, question, path, firstLine: 1 }, signal, call, openPruneContext))?.text;
  };
}

/** Records no savings, because the agent itself decides what to release. */
function accounted(tool: SharedTool, { record, failed }: ToolCall): SharedTool['execute'] {
  return async (args, options) => {
    const result = await tool.execute(args, options);
    if (result.isError !== true) record(FETCHED);
    else {
      const code = result.structuredContent?.['code'];
      failed(FAILURES[String(code)] ?? 'invalid_request');
    }
    return result;
  };
}
