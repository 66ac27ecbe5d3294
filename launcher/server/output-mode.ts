import type { Output } from '../config/variables.ts';

/** Clients that were seen to hand structuredContent to the model instead of the text (DESIGN, decision 5). */
const SHOWS_STRUCTURED = new Set(['claude-code', 'codex-mcp-client']);

/** Whether results carry `structuredContent` for this client. */
export function isStructured(output: Output, clientName: string | undefined): boolean {
  if (output !== 'auto') return output === 'structured';
  return clientName === undefined || !SHOWS_STRUCTURED.has(clientName);
}
