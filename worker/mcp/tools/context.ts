import { redactSecrets } from '../../../src/artifacts/redact-secrets.ts';
import type { PruneExcerpt } from '../../../src/context/tools/context-tool.ts';
import { CONTEXT_TOOLS } from '../../../src/context/tools/context-tools.ts';
import type { SharedTool } from '../../../src/mcp/shared-tool.ts';
import type { LoadTokenCounter } from '../../../src/tokens/count-tokens.ts';
import type { WireFailureCode } from '../../../src/wire/wire-failure.ts';
import type { OpenDoor } from '../../prune/doors.ts';
import type { ToolCall, WorkerTool } from '../tool.ts';
import { FETCHED, pruneSelected } from './artifact.ts';

/** What a tool's code is to the ledger; all others are the call's own mistakes. */
const FAILURES: Readonly<Record<string, WireFailureCode>> = {
  INTERNAL_ERROR: 'storage_unavailable',
  SEGMENT_NOT_FOUND: 'not_found',
  STORAGE_FULL: 'too_large',
};

/** What the tools have of the worker. */
export interface ContextToolsDeps {
  readonly openDoor: OpenDoor;
  readonly loadTokenCounter: LoadTokenCounter;
  /** Whether secrets of known formats are taken out of what is put aside. */
  readonly redact: boolean;
}

/** The `context_*` tools, over what the caller's team has put aside. */
export function contextTools({ openDoor, loadTokenCounter, redact }: ContextToolsDeps): readonly WorkerTool[] {
  return CONTEXT_TOOLS.map(({ open }) => ({
    scope: 'context',
    open(call) {
      const { context: store, artifacts, storageFailed: onStorageFailure } = call;
      if (store === undefined) return undefined;
      const prune = pruneFor(call, openDoor);
      const kept = { store, artifacts, redact: redact ? redactSecrets : undefined };
      const tool = open({ ...kept, loadTokenCounter, prune, onStorageFailure });
      return { ...tool, execute: accounted(tool, call) };
    },
  }));
}

/** A question is answered for keys that have scope `prune`, and charged like `prune_text`. */
function pruneFor(call: ToolCall, openDoor: OpenDoor): PruneExcerpt {
  return async ({ text, question, path }, { signal }) => {
    if (!call.principal.scopes.has('prune')) return undefined;
    return (await pruneSelected({ text, question, path, firstLine: 1 }, signal, call, openDoor))?.text;
  };
}

/** Nothing is counted as saved: what an agent lets go is its own doing. */
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
