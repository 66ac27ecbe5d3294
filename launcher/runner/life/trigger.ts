import type { McpServers } from '../provider-run-options.ts';

/** What makes a run go from one state to the next. */
export type Trigger =
  | { readonly kind: 'config_disabled' }
  | { readonly kind: 'config_invalid'; readonly message: string }
  | { readonly kind: 'config_resolved'; readonly mcpServers: McpServers }
  | { readonly kind: 'initialized'; readonly root: string }
  | { readonly kind: 'start_failed'; readonly during: 'spawn' | 'connect'; readonly message: string }
  | ServerFailed
  | { readonly kind: 'phase_ended' };

/** The server is gone: it ended, or it answers no more. */
export interface ServerFailed {
  readonly kind: 'server_failed';
  readonly reason: 'exited' | 'unreachable';
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
}

export type TriggerOf<K extends Trigger['kind']> = Extract<Trigger, { readonly kind: K }>;
