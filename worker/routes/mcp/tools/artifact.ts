import { utf8Bytes } from '../../../../src/base/json/utf8-bytes.ts';
import type { SharedTool } from '../../../../src/mcp/shared-tool.ts';
import type { ToolResult } from '../../../../src/mcp/tool-result.ts';
import { pruneMeasured } from '../../../../src/prune-api/prune-measured.ts';
import { type PruneRecord, recordOf } from '../../../../src/prune-api/prune-reply.ts';
import { createArtifactTool } from '../../../../src/tools/artifact/artifact-tool.ts';
import type { SelectedText } from '../../../../src/tools/artifact/prune-lines.ts';
import type { OpenPruneContext } from '../../prune/prune-contexts.ts';
import type { ToolCall, WorkerTool } from '../tool.ts';

/** Ledger record of a page that was not pruned. It returns what was left out before, so it saves nothing. */
export const FETCHED: PruneRecord = {
  dialect: 'code',
  kind: null,
  engine: null,
  tokensIn: 0,
  tokensOut: 0,
  fallbackReason: null,
  cache: null,
};

/** Codes of `ArtifactToolErrorCode` that mean a missing artifact; all others are errors of the caller. */
const GONE: ReadonlySet<unknown> = new Set(['ARTIFACT_NOT_FOUND', 'CURSOR_EXPIRED']);

/**
 * Creates the `artifact` tool, which returns what a result left out, from the team's store. For keys with scope
 * `prune`, a question is answered by the worker's own pruning, and charged like `prune_text`.
 */
export function artifactTool(openPruneContext: OpenPruneContext): WorkerTool {
  return {
    scope: 'artifacts',
    open(call) {
      const { artifacts: store } = call;
      if (store === undefined) return undefined;
      let record = FETCHED;
      const prune = async (selected: SelectedText, { signal }: { readonly signal: AbortSignal }) => {
        const measured = await pruneSelected(selected, signal, call, openPruneContext);
        if (measured === undefined) return undefined;
        record = measured.record;
        return measured.text;
      };
      const tool = createArtifactTool({ store, prune: call.principal.scopes.has('prune') ? prune : undefined });
      const execute: typeof tool.execute = async (args, options) => {
        const result = await tool.execute(args, options);
        if (result.isError === true) {
          call.failed(GONE.has(result.structuredContent?.['code']) ? 'not_found' : 'invalid_request');
          return result;
        }
        const { countTokens } = await openPruneContext(call.caller);
        // Leaving it out was counted as a saving once, so everything returned counts against that.
        call.record({ ...record, tokensIn: 0, tokensOut: countTokens(textOf(result)) });
        return result;
      };
      return { ...tool, execute } as unknown as SharedTool;
    },
  };
}

/** Prunes a text that was not in a body, and charges the caller's team. Undefined if that is not possible. */
export async function pruneSelected(
  { text, question, firstLine, path }: SelectedText & { readonly path?: string | undefined },
  signal: AbortSignal,
  call: ToolCall,
  openPruneContext: OpenPruneContext,
): Promise<{ readonly text: string; readonly record: PruneRecord } | undefined> {
  const bytes = utf8Bytes(text);
  if (!(await call.charge(bytes))) return undefined;
  const pruneContext = await openPruneContext({ ...call.caller, bytes });
  const measured = await pruneMeasured(
    { text, question, firstLine, path, markers: 'ranges' },
    { ...pruneContext, signal },
  );
  return measured.ok ? { text: measured.text, record: recordOf('code', measured) } : undefined;
}

function textOf({ content }: ToolResult): string {
  const [block] = content;
  return block?.type === 'text' ? block.text : '';
}
