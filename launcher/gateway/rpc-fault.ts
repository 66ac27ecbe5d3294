import { RPC } from '../../src/mcp/json-rpc.ts';
import { RpcError } from '../../src/mcp/rpc-error.ts';
import { MCPConfigError, MCPConnectionError, MCPToolError } from './errors.ts';

/** What a server failed at, for a method that has no tool errors: its own `RpcError` as it is, else -32603 that says why. */
export function toRpcFault(error: unknown): unknown {
  const known = error instanceof MCPConnectionError || error instanceof MCPToolError || error instanceof MCPConfigError;
  if (!known) return error;
  const { server, code, message } = error;
  return new RpcError(RPC.internalError, message, { server, code });
}
