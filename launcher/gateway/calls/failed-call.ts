import { RpcError } from '../../../src/mcp/rpc-error.ts';
import { RESULT_META } from '../../../src/shaping/tool-result.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';
import { toIssuePath } from '../config/issue-path.ts';
import { MCPConfigError, MCPConnectionError, MCPToolError } from '../errors.ts';
import type { GatewayResult } from './gateway-result.ts';

/**
 * What the model is told of a call that a server failed at: what happened and what to do. What a server itself answers
 * as an error, and faults of ours, are thrown on.
 */
export function toFailedCall({ server, name }: Pick<OfferedTool, 'server' | 'name'>, error: unknown): GatewayResult {
  const advice = adviceOn(error, server);
  if (advice === undefined) throw error;
  const { code, message } = error as MCPConnectionError;
  return {
    content: [{ type: 'text', text: `[${code}: ${message}]\n${advice}` }],
    isError: true,
    _meta: { [RESULT_META]: { tool: name, server, error: { code, message } } },
  };
}

function adviceOn(error: unknown, server: string): string | undefined {
  if (error instanceof RpcError) return undefined;
  const test = `the user can run: mcp-pruner mcp test ${shellWord(server)}`;
  if (error instanceof MCPConfigError)
    return `The configuration is to be mended first, at ${toIssuePath(['mcpServers', server])}; ${test}`;
  if (error instanceof MCPToolError) {
    return error.code === 'timeout'
      ? 'It may still have done it: look before you call it again, or ask for less. The user can raise its "timeout".'
      : `Nothing of it can be shown; ${test}`;
  }
  if (!(error instanceof MCPConnectionError)) return undefined;
  const sent = error.sent ? 'It may have done it: look before you call it again' : 'It was not called';
  if (error.code === 'too_large') return `${sent}, and ask for less`;
  if (error.code === 'unauthorized') return `${sent}; the user can run: mcp-pruner mcp auth ${shellWord(server)}`;
  const logs = `; why it ended: mcp-pruner mcp logs ${shellWord(server)}`;
  return `${sent}; go on without it, or ${test}${error.code === 'closed' ? logs : ''}`;
}
