import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import { RESULT_META } from '../../../src/mcp/tool-result.ts';
import { shellWord } from '../../platform/text/shell-word.ts';
import { prefixOf } from '../catalog/gateway-names.ts';
import type { ServerConnection } from '../upstream/connection/server-connection.ts';
import { toFailedCall } from './failed-call.ts';

/**
 * Builds the answer to a call of a tool that no server lists, if the name's prefix belongs to a server that is not
 * connected. Undefined otherwise: there is no such tool.
 */
export function toUnreachedCall(name: string, servers: readonly ServerConnection[]): AnyToolResult | undefined {
  const [to] = servers
    .filter((one) => name.startsWith(prefixOf(one.name)))
    .sort((a, b) => b.name.length - a.name.length);
  if (to === undefined || to.state === 'connected') return undefined;
  const { name: server, state, fault } = to;
  if (state !== 'disabled' && fault !== undefined) return toFailedCall({ server, name }, fault);
  const [code, why, advice] =
    state === 'disabled'
      ? ['disabled', 'is disabled in the configuration', `the user can run: mcp-pruner mcp enable ${shellWord(server)}`]
      : ['starting', 'has not answered yet', 'call it again in some seconds'];
  const message = `cannot call ${JSON.stringify(name)}: server ${JSON.stringify(server)} ${why}`;
  return {
    content: [{ type: 'text', text: `[${code}: ${message}]\nIt was not called; ${advice}` }],
    isError: true,
    _meta: { [RESULT_META]: { tool: name, server, error: { code, message } } },
  };
}
