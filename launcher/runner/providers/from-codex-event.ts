import { SERVER_NAME } from '../config/build-mcp-servers-config.ts';
import type { ProviderReport } from '../life/provider-report.ts';
import { propertyOf } from './property-of.ts';

/**
 * Matches the end of the error message for a call to a server that is gone. If RUST_BACKTRACE is set, a stack follows.
 * Other messages are the server's own errors, or refusals by Codex.
 */
const GONE = /\n\s*Transport closed\s*(?:\n\s*Stack backtrace:\n.*)?$/s;

/**
 * Returns what a parsed line of `codex exec --json` reports about a server (tested with 0.171). Codex does not report
 * that a server has started. It calls only connected servers, so the first call shows it.
 */
export function fromCodexEvent(event: unknown, server: string = SERVER_NAME): readonly ProviderReport[] {
  const item = propertyOf(event, 'item');
  if (propertyOf(item, 'type') !== 'mcp_tool_call' || propertyOf(item, 'server') !== server) return [];
  if (propertyOf(event, 'type') === 'item.started') return [{ kind: 'initialized' }];
  const message = propertyOf(propertyOf(item, 'error'), 'message');
  return typeof message === 'string' && GONE.test(message) ? [{ kind: 'tool_call_failed' }] : [];
}
