import { createArtifactTool } from '../../../src/artifacts/tool/artifact-tool.ts';
import type { SelectedText } from '../../../src/artifacts/tool/prune-lines.ts';
import type { SharedTool } from '../../../src/mcp/shared-tool.ts';
import { utf8Bytes } from '../../../src/shaping/envelope.ts';
import type { ToolResult } from '../../../src/shaping/tool-result.ts';
import { pruneMeasured } from '../../../src/wire/prune-measured.ts';
import { type PruneRecord, recordOf } from '../../../src/wire/prune-reply.ts';
import type { OpenDoor } from '../../prune/doors.ts';
import type { ToolCall, WorkerTool } from '../tool.ts';

/** What the ledger knows of a page that nobody pruned: it gives back what was left out, which saves nothing. */
export const FETCHED: PruneRecord = {
  dialect: 'code',
  kind: null,
  engine: null,
  tokensIn: 0,
  tokensOut: 0,
  fallbackReason: null,
  cache: null,
};

/** What is no longer there, of the codes of `ArtifactToolErrorCode`; all others are the call's own mistakes. */
const GONE: ReadonlySet<unknown> = new Set(['ARTIFACT_NOT_FOUND', 'CURSOR_EXPIRED']);

/**
 * `artifact`: what a result left out, from what the caller's team keeps. A question is answered by the worker's own
 * pruning for keys that have scope `prune`, and charged like `prune_text`.
 */
export function artifactTool(openDoor: OpenDoor): WorkerTool {
  return {
    scope: 'artifacts',
    open(call) {
      const { artifacts: store } = call;
      if (store === undefined) return undefined;
      let record = FETCHED;
      const prune = async (selected: SelectedText, { signal }: { readonly signal: AbortSignal }) => {
        const measured = await pruneSelected(selected, signal, call, openDoor);
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
        const { countTokens } = await openDoor(call.caller);
        // What was left out has been counted as saved once: all that comes back of it counts against that.
        call.record({ ...record, tokensIn: 0, tokensOut: countTokens(textOf(result)) });
        return result;
      };
      return { ...tool, execute } as unknown as SharedTool;
    },
  };
}

/** Prunes a text that no body brought: the caller's team is charged for it. Undefined where that cannot be. */
export async function pruneSelected(
  { text, question, firstLine, path }: SelectedText & { readonly path?: string | undefined },
  signal: AbortSignal,
  call: ToolCall,
  openDoor: OpenDoor,
): Promise<{ readonly text: string; readonly record: PruneRecord } | undefined> {
  const bytes = utf8Bytes(text);
  if (!(await call.charge(bytes))) return undefined;
  const door = await openDoor({ ...call.caller, bytes });
  const measured = await pruneMeasured({ text, question, firstLine, path, markers: 'ranges' }, { ...door, signal });
  return measured.ok ? { text: measured.text, record: recordOf('code', measured) } : undefined;
}

function textOf({ content }: ToolResult): string {
  const [block] = content;
  return block?.type === 'text' ? block.text : '';
}
