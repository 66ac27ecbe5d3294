import type { ClientView } from '../../src/mcp/tool.ts';
import { HOSTS } from '../hosts/hosts.ts';
import type { OutputMode } from '../platform/settings/variables.ts';

/**
 * Returns how the named client shows results. Known hosts show their model the text instead of `structuredContent`, and
 * only so much of it. `MCP_PRUNER_OUTPUT` overrides it.
 */
export function clientView(output: OutputMode, clientName: string | undefined): ClientView {
  const known = HOSTS.find(({ client }) => client !== undefined && client.name === clientName);
  const wholeBytes = known?.client?.wholeBytes;
  const structured = output === 'auto' ? wholeBytes === undefined : output === 'structured';
  return { structured, wholeBytes };
}
