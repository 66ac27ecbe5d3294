import { SERVER_NAME } from '../config/build-mcp-servers-config.ts';
import type { ProviderReport } from '../life/provider-report.ts';
import { propertyOf } from './property-of.ts';

/**
 * Ends the message of a call to a server that is gone, but for the stack that RUST_BACKTRACE adds. Other messages are the
 * server's errors, or Codex's refusals.
 */
const GONE = /\n\s*Transport closed\s*(?:\n\s*Stack backtrace:\n.*)?$/s;

/**
 * What a parsed line of `codex exec --json` says of a server (seen with 0.169). Of starting it Codex says nothing: that
 * it is there shows at the first call, which it makes of connected servers alone.
 */
export function fromCodexEvent(event: unknown, server: string = SERVER_NAME): readonly ProviderReport[] {
  const item = propertyOf(event, 'item');
  if (propertyOf(item, 'type') !== 'mcp_tool_call' || propertyOf(item, 'server') !== server) return [];
  if (propertyOf(event, 'type') === 'item.started') return [{ kind: 'initialized' }];
  const message = propertyOf(propertyOf(item, 'error'), 'message');
  return typeof message === 'string' && GONE.test(message) ? [{ kind: 'tool_call_failed' }] : [];
}
