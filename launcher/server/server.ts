import { RPC } from '../../src/mcp/json-rpc.ts';
import { RpcError } from '../../src/mcp/rpc-error.ts';
import type { Output } from '../config/variables.ts';
import type { AnyTool } from '../tools/definition.ts';
import type { CallContext } from './call-context.ts';
import type { CallToolOptions } from './call-tool.ts';
import { initializeLauncher } from './initialize.ts';
import { isStructured } from './output-mode.ts';

export interface ServerOptions extends Omit<CallToolOptions, 'tools'> {
  readonly loadTools: () => Promise<readonly AnyTool[]>;
  readonly version: string;
  readonly output: Output;
}

/** Answers one request: its result, or an `RpcError` thrown. */
export type Handle = (method: string, params: unknown, context: CallContext) => Promise<object>;

/**
 * The MCP methods over one client's session; knows nothing of the wire. The tools, and the validation they need, load
 * once `initialize` is answered: that saves a fifth of the time until then, and no client calls a tool before.
 */
export function createServer(options: ServerOptions): Handle {
  let clientName: string | undefined;
  let loading: ReturnType<typeof load> | undefined;
  const load = async () => {
    const [{ callTool }, { listTools }, tools] = await Promise.all([
      import('./call-tool.ts'),
      import('./list-tools.ts'),
      options.loadTools(),
    ]);
    return { callTool, listTools, tools };
  };
  const loaded = (): ReturnType<typeof load> => {
    loading ??= load();
    return loading;
  };

  return async (method, params, context) => {
    const structured = isStructured(options.output, clientName);
    switch (method) {
      case 'initialize': {
        const initialized = initializeLauncher(params, options.version);
        clientName = initialized.clientName;
        context.onWritten(() => void loaded());
        return initialized.result;
      }
      case 'ping':
        return {};
      case 'tools/list': {
        const { listTools, tools } = await loaded();
        return listTools(tools, params, structured);
      }
      case 'tools/call': {
        const { callTool, tools } = await loaded();
        return await callTool({ ...options, tools }, params, context, structured);
      }
      default:
        throw new RpcError(RPC.methodNotFound, 'Method not found', { method });
    }
  };
}
