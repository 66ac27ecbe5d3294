import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import { RpcError } from '../../../src/mcp/rpc-error.ts';
import { RESULT_META } from '../../../src/mcp/tool-result.ts';
import { shellWord } from '../../platform/text/shell-word.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';
import { toIssuePath } from '../config/issue-path.ts';
import { MCPConfigError, MCPConnectionError, MCPToolError } from '../config/server-errors.ts';

/**
 * Converts a server's failure to a result that tells the model what happened and what to do. Rethrows error answers of
 * the server, and internal errors.
 */
export function toFailedCall({ server, name }: Pick<OfferedTool, 'server' | 'name'>, error: unknown): AnyToolResult {
  const advice = adviceOn(error, server);
  if (advice === undefined) throw error;
  const { code, message } = error as MCPConnectionError;
  return {
    content: [{ type: 'text', text: `[${code}: ${message}]\n${advice}` }],
    isError: true,
    _meta: { [RESULT_META]: { tool: name, server, error: { code, message } } },
  };
}

/** Returns what a model or its user can do about a server's failure; undefined for errors of the server itself. */
export function adviceOn(error: unknown, server: string): string | undefined {
  if (error instanceof RpcError) return undefined;
  const test = `the user can run: mcp-pruner mcp test ${shellWord(server)}`;
  if (error instanceof MCPConfigError)
    return `Fix the configuration first, at ${toIssuePath(['mcpServers', server])}; ${test}`;
  if (error instanceof MCPToolError) {
    return error.code === 'timeout'
      ? 'It may still have run: check before you call it again, or request less. The user can raise its "timeout".'
      : `Nothing of it can be shown; ${test}`;
  }
  if (!(error instanceof MCPConnectionError)) return undefined;
  const sent = error.sent ? 'It may have run: check before you call it again' : 'It was not called';
  if (error.code === 'too_large') return `${sent}, and request less`;
  if (error.code === 'unauthorized') return `${sent}; the user can run: mcp-pruner mcp auth ${shellWord(server)}`;
  const logs = `; for the reason: mcp-pruner mcp logs ${shellWord(server)}`;
  return `${sent}; continue without it, or ${test}${error.code === 'closed' ? logs : ''}`;
}
