import type { ClientView } from '../../src/mcp/tool.ts';
import type { Host } from '../hosts/host.ts';
import { HOSTS } from '../hosts/hosts.ts';
import type { OutputMode } from '../platform/settings/variables.ts';

/** Names of clients that show schemas to people, not to a model whose provider refuses some. */
const ANY_SCHEMA = /^(?:mcp-)?inspector(?:-|$)/;

/**
 * Returns how the named client shows results. Known hosts show their model the text instead of `structuredContent`, and
 * only so much of it. `MCP_PRUNER_OUTPUT` overrides it.
 */
export function clientView(output: OutputMode, clientName: string | undefined): ClientView {
  const wholeBytes = knownClient(clientName)?.wholeBytes;
  const structured = output === 'auto' ? wholeBytes === undefined : output === 'structured';
  return { structured, wholeBytes, ...(ANY_SCHEMA.test(clientName ?? '') && { anySchema: true }) };
}

/** Returns the properties of the host that calls itself by this name; undefined for any other client. */
export function knownClient(name: string | undefined): Host['client'] {
  return HOSTS.find(({ client }) => client !== undefined && client.name === name)?.client;
}
