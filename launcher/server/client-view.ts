import type { Output } from '../config/variables.ts';

/** What a client makes of results. */
export interface ClientView {
  /** Results carry `structuredContent`. */
  readonly structured: boolean;
  /** UTF-8 bytes of a text that the model is shown whole, of a success and of a failure. Undefined: as far as is known, any. */
  readonly wholeBytes?: { readonly success: number; readonly failure: number } | undefined;
}

/**
 * Clients that were seen to hand structuredContent to the model instead of the text, and how much text they hand on:
 * Claude Code puts more than 50,000 characters into a file and cuts errors at 11,000, Codex cuts the middle out of more
 * than 10 KiB.
 */
const KNOWN: Readonly<Record<string, NonNullable<ClientView['wholeBytes']>>> = {
  'claude-code': { success: 48_000, failure: 10_240 },
  'codex-mcp-client': { success: 10_240, failure: 10_240 },
};

/** What the client of this name makes of results, `MCP_PRUNER_OUTPUT` considered. */
export function clientView(output: Output, clientName: string | undefined): ClientView {
  const wholeBytes = clientName !== undefined && Object.hasOwn(KNOWN, clientName) ? KNOWN[clientName] : undefined;
  const structured = output === 'auto' ? wholeBytes === undefined : output === 'structured';
  return { structured, wholeBytes };
}
