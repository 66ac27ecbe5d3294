import { RPC } from '../../src/mcp/json-rpc.ts';
import { RpcError } from '../../src/mcp/rpc-error.ts';
import { RESULT_META } from '../../src/shaping/tool-result.ts';
import type { CallToolResult } from './tool-result.ts';

interface IssueData {
  /** Of our own answers alone: what another server says of its params is its own to word. */
  readonly jeeves?: object;
  readonly issues?: readonly { readonly path: string; readonly code: string }[];
}

/**
 * The answer to a call whose params do not fit, for hosts that show the model an error's message alone, which is always
 * `Invalid params`: a failed result that says what is wrong. Throws any other error on.
 */
export function toRefusedCall(error: unknown): CallToolResult {
  if (!(error instanceof RpcError) || error.code !== RPC.invalidParams) throw error;
  const { issues = [], jeeves } = (error.data ?? {}) as IssueData;
  if (jeeves === undefined) throw error;
  const told = error.advice ?? issues.map(({ path, code }) => `${path} (${code})`).join(', ');
  return {
    content: [{ type: 'text', text: `[invalid_params: nothing was done: ${told}]` }],
    isError: true,
    _meta: { [RESULT_META]: { error: { code: error.code, message: error.message, data: error.data } } },
  };
}
