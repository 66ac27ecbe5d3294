import { RPC } from '../../../src/mcp/json-rpc.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';

/** Creates the error for a task call of a tool that has no tasks: MCP 2025-11-25, "Tool-Level Negotiation". */
export function taskForbidden(tool: string): RpcError {
  const message = `Tool ${JSON.stringify(tool)} cannot run as a task: expected a call without "task"`;
  return new RpcError(RPC.methodNotFound, message);
}
