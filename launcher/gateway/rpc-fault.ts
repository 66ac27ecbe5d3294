import { RPC } from '../../src/mcp/json-rpc.ts';
import { RpcError } from '../../src/mcp/rpc-error.ts';
import { adviceOn } from './calls/failed-call.ts';
import { MCPConfigError, MCPConnectionError, MCPToolError } from './config/server-errors.ts';

/**
 * Converts a failure of a server, for methods whose results have no `isError`. Our errors about a server become -32603
 * with the reason, and the advice that a failed call gets. Any other error is returned unchanged.
 */
export function toRpcFault(error: unknown): unknown {
  const known = error instanceof MCPConnectionError || error instanceof MCPToolError || error instanceof MCPConfigError;
  if (!known) return error;
  const { server, code, message } = error;
  return new RpcError(RPC.internalError, message, { server, code, advice: adviceOn(error, server) });
}
