import type { ClientView } from '../../../src/mcp/tool.ts';
import type { Output } from '../../platform/settings/variables.ts';

/**
 * Clients observed to show the model `structuredContent` instead of the text, and how much text they show. Claude Code
 * moves more than 50,000 characters to a file and cuts errors at 11,000. Codex cuts the middle out of more than 10 KiB.
 */
const KNOWN: Readonly<Record<string, NonNullable<ClientView['wholeBytes']>>> = {
  'claude-code': { success: 48_000, failure: 10_240 },
  'codex-mcp-client': { success: 10_240, failure: 10_240 },
};

/** Returns how the named client shows results. `MCP_PRUNER_OUTPUT` overrides it. */
export function clientView(output: Output, clientName: string | undefined): ClientView {
  const wholeBytes = clientName !== undefined && Object.hasOwn(KNOWN, clientName) ? KNOWN[clientName] : undefined;
  const structured = output === 'auto' ? wholeBytes === undefined : output === 'structured';
  return { structured, wholeBytes };
}
