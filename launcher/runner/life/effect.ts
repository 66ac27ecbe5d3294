import type { Level } from '../../events/event-log.ts';
import type { McpServers } from '../provider-run-options.ts';

/** What a step asks to be done. */
export type Effect =
  /** An event of the runner's log. */
  | { readonly kind: 'log'; readonly level: Level; readonly event: string; readonly data?: object }
  /** The provider is to start these servers, which are its own from then on. */
  | { readonly kind: 'pass_mcp_servers'; readonly mcpServers: McpServers }
  /** A server that failed may still run: it is to be ended. */
  | { readonly kind: 'terminate_leftovers' };

export function logged(level: Level, event: string, data?: object): Effect {
  return data === undefined ? { kind: 'log', level, event } : { kind: 'log', level, event, data };
}
