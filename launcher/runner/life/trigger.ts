import type { McpServers } from '../provider-run-options.ts';

/** An event that moves a run to another state. */
export type Trigger =
  | { readonly kind: 'config_disabled' }
  | { readonly kind: 'config_invalid'; readonly message: string }
  | { readonly kind: 'config_resolved'; readonly mcpServers: McpServers }
  | { readonly kind: 'initialized'; readonly root: string }
  | { readonly kind: 'start_failed'; readonly during: 'spawn' | 'connect'; readonly message: string }
  | ServerFailed
  | { readonly kind: 'phase_ended' };

/** The server has exited, or no longer answers. */
export interface ServerFailed {
  readonly kind: 'server_failed';
  readonly reason: 'exited' | 'unreachable';
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
}

export type TriggerOf<K extends Trigger['kind']> = Extract<Trigger, { readonly kind: K }>;
