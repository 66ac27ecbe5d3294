import { RPC } from '../../src/mcp/json-rpc.ts';
import { RpcError } from '../../src/mcp/rpc-error.ts';
import { RESULT_META } from '../../src/mcp/tool-result.ts';
import type { CallToolResult } from '../tools/calls/tool-result.ts';

interface IssueData {
  /** Present only in our own errors. Errors of another server about its params are passed on as they are. */
  readonly jeeves?: object;
  readonly advice?: string;
}

/**
 * Converts an invalid-params error to a failed result that describes the problem. Some hosts show the model only an
 * error's message, which is always `Invalid params`. Rethrows any other error.
 */
export function toRefusedCall(error: unknown): CallToolResult {
  if (!(error instanceof RpcError) || error.code !== RPC.invalidParams) throw error;
  const { advice, jeeves } = (error.data ?? {}) as IssueData;
  if (jeeves === undefined) throw error;
  return {
    content: [{ type: 'text', text: `[invalid_params: nothing was done: ${advice}]` }],
    isError: true,
    _meta: { [RESULT_META]: { error: { code: error.code, message: error.message, data: error.data } } },
  };
}
