import { type Effect, logged } from './effect.ts';
import type { KindIn, Next, RunState } from './run-table.ts';
import type { Trigger, TriggerOf } from './trigger.ts';

/** Exactly one row for each transition of the table: its target state and its effects. */
type Transitions = {
  readonly [S in RunState]: {
    readonly [K in KindIn<S>]: {
      readonly to: Next<S, K>;
      readonly effects: (trigger: TriggerOf<K & Trigger['kind']>) => readonly Effect[];
    };
  };
};

const disabled = (reason: 'config_disabled' | 'config_invalid' | 'start_failed'): Effect =>
  logged('info', 'mcp_pruner.disabled', { reason });

/** Effects of each transition, including its log events. */
export const TRANSITIONS: Transitions = {
  'run:init': {
    config_disabled: { to: 'run:mcp_pruner_disabled', effects: () => [disabled('config_disabled')] },
    config_invalid: {
      to: 'run:mcp_pruner_disabled',
      effects: ({ message }) => [logged('error', 'mcp_pruner.config_invalid', { message }), disabled('config_invalid')],
    },
    config_resolved: {
      to: 'run:mcp_pruner_starting',
      effects: ({ mcpServers }) => [{ kind: 'pass_mcp_servers', mcpServers }],
    },
  },
  'run:mcp_pruner_starting': {
    initialized: {
      to: 'run:mcp_pruner_running',
      effects: ({ root }) => [logged('info', 'mcp_pruner.ready', { root })],
    },
    start_failed: {
      to: 'run:mcp_pruner_disabled',
      effects: ({ during, message }) => [
        logged('error', 'mcp_pruner.spawn_error', { during, message }),
        logged('error', 'mcp_pruner.start_failed', { message }),
        disabled('start_failed'),
      ],
    },
  },
  'run:mcp_pruner_running': {
    server_failed: {
      to: 'run:mcp_pruner_degraded',
      effects: ({ reason, exitCode, signal }) => [
        logged('warn', 'mcp_pruner.degraded', {
          reason,
          ...(exitCode !== undefined && { exit_code: exitCode }),
          ...(signal !== undefined && { signal }),
        }),
      ],
    },
    phase_ended: { to: 'run:shutdown', effects: () => [] },
  },
  'run:mcp_pruner_disabled': {
    phase_ended: { to: 'run:shutdown', effects: () => [logged('info', 'mcp_pruner.not_running')] },
  },
  'run:mcp_pruner_degraded': {
    phase_ended: {
      to: 'run:shutdown',
      effects: () => [{ kind: 'terminate_leftovers' }, logged('info', 'mcp_pruner.shutdown_after_degraded')],
    },
  },
  'run:shutdown': {},
};
