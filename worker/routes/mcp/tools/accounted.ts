import type { SharedTool } from '../../../../src/mcp/shared-tool.ts';
import type { ToolResult } from '../../../../src/mcp/tool-result.ts';
import type { PruneRecord } from '../../../../src/prune-api/prune-reply.ts';
import type { RequestFailureCode } from '../../../../src/prune-api/request-failure.ts';
import type { WorkerToolCall } from '../tool.ts';

/** Ledger record of a call that returns text which was left out before. It prunes nothing, so it saves nothing. */
export const FETCHED: PruneRecord = {
  ...{ dialect: 'code', kind: null, engine: null, tokensIn: 0, tokensOut: 0, fallbackReason: null, cache: null },
};

/** Ledger codes by the tools' error codes. All other errors are the caller's. */
const FAILURES: Readonly<Record<string, RequestFailureCode>> = {
  ARTIFACT_NOT_FOUND: 'not_found',
  CURSOR_EXPIRED: 'not_found',
  INTERNAL_ERROR: 'storage_unavailable',
  SEGMENT_NOT_FOUND: 'not_found',
  STORAGE_FULL: 'too_large',
};

/** Records each call of a tool in the ledger: the reason of its failure, or the record of its result. */
export function accounted(
  tool: SharedTool,
  { record, failed }: WorkerToolCall,
  toRecord: (result: ToolResult) => Promise<PruneRecord>,
): SharedTool {
  return {
    ...tool,
    async execute(args, options) {
      const result = await tool.execute(args, options);
      if (result.isError === true) failed(FAILURES[String(result.structuredContent?.['code'])] ?? 'invalid_request');
      else record(await toRecord(result));
      return result;
    },
  };
}
