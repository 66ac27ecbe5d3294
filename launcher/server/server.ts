import { RPC } from '../../src/mcp/json-rpc.ts';
import { RpcError } from '../../src/mcp/rpc-error.ts';
import type { Output } from '../config/variables.ts';
import type { CallContext } from './call-context.ts';
import { type CallToolOptions, callTool } from './call-tool.ts';
import { initialize } from './initialize.ts';
import { listTools } from './list-tools.ts';
import { isStructured } from './output-mode.ts';

export interface ServerOptions extends CallToolOptions {
  readonly version: string;
  readonly output: Output;
}

/** Answers one request: its result, or an `RpcError` thrown. */
export type Handle = (method: string, params: unknown, context: CallContext) => Promise<object>;

/** The MCP methods over one client's session; knows nothing of the wire. */
export function createServer(options: ServerOptions): Handle {
  let clientName: string | undefined;

  return async (method, params, context) => {
    const structured = isStructured(options.output, clientName);
    switch (method) {
      case 'initialize': {
        const initialized = initialize(params, options.version);
        clientName = initialized.clientName;
        return initialized.result;
      }
      case 'ping':
        return {};
      case 'tools/list':
        return listTools(options.tools, params, structured);
      case 'tools/call':
        return await callTool(options, params, context, structured);
      default:
        throw new RpcError(RPC.methodNotFound, 'Method not found', { method });
    }
  };
}
