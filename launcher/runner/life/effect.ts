import type { Level } from '../../../src/base/events/level.ts';
import type { McpServers } from '../provider-run-options.ts';

/** An action requested by a transition. */
export type Effect =
  /** Write an event to the runner's log. */
  | { readonly kind: 'log'; readonly level: Level; readonly event: string; readonly data?: object }
  /** Let the provider start these servers. It owns them from then on. */
  | { readonly kind: 'pass_mcp_servers'; readonly mcpServers: McpServers }
  /** End a failed server that may still run. */
  | { readonly kind: 'terminate_leftovers' };

export function logged(level: Level, event: string, data?: object): Effect {
  return data === undefined ? { kind: 'log', level, event } : { kind: 'log', level, event, data };
}
