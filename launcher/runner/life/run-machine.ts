import type { Level } from '../../../src/base/events/level.ts';
import type { McpServers } from '../provider-run-options.ts';

/** State machine of a run: each state's triggers and the states they lead to. Checked by the compiler. */
export interface RunTable {
  'run:init': {
    config_disabled: 'run:mcp_pruner_disabled';
    config_invalid: 'run:mcp_pruner_disabled';
    config_resolved: 'run:mcp_pruner_starting';
  };
  'run:mcp_pruner_starting': { initialized: 'run:mcp_pruner_running'; start_failed: 'run:mcp_pruner_disabled' };
  'run:mcp_pruner_running': { server_failed: 'run:mcp_pruner_degraded'; phase_ended: 'run:shutdown' };
  'run:mcp_pruner_disabled': { phase_ended: 'run:shutdown' };
  'run:mcp_pruner_degraded': { phase_ended: 'run:shutdown' };
  /** Final state. */
  'run:shutdown': Record<never, never>;
}

export type RunState = keyof RunTable;

/** Triggers that are allowed in a state. */
export type KindIn<S extends RunState> = keyof RunTable[S] & string;

/** State that a trigger leads to. */
export type Next<S extends RunState, K extends KindIn<S>> = RunTable[S][K] & RunState;

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

/** An action requested by a transition. */
export type Effect =
  /** Write an event to the runner's log. */
  | { readonly kind: 'log'; readonly level: Level; readonly event: string; readonly data?: object }
  /** Let the provider start these servers. It owns them from then on. */
  | { readonly kind: 'pass_mcp_servers'; readonly mcpServers: McpServers }
  /** End a failed server that may still run. */
  | { readonly kind: 'terminate_leftovers' };

function logged(level: Level, event: string, data?: object): Effect {
  return data === undefined ? { kind: 'log', level, event } : { kind: 'log', level, event, data };
}

/** New state of a run, and the effects to carry out, in order. */
export interface Transition<To extends RunState> {
  readonly state: To;
  readonly effects: readonly Effect[];
}

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

interface AnyRow {
  readonly to: RunState;
  readonly effects: (trigger: Trigger) => readonly Effect[];
}

/**
 * Returns the transition out of a state. It is pure. Only allowed triggers compile, so nothing leads out of
 * `run:shutdown`. Throws if an untyped caller asks for a transition that does not exist.
 */
export function transition<S extends RunState, K extends KindIn<S> & Trigger['kind']>(
  state: S,
  trigger: TriggerOf<K> & { readonly kind: K },
): Transition<Next<S, K>> {
  // The rows match the table by type, but the compiler cannot follow that through an index by type parameters.
  const rows = TRANSITIONS[state] as unknown as Readonly<Record<string, AnyRow>>;
  const row = Object.hasOwn(rows, trigger.kind) ? rows[trigger.kind] : undefined;
  if (row === undefined) throw new Error(`cannot leave "${state}" by "${trigger.kind}": ${allowedIn(state)}`);
  return { state: row.to as Next<S, K>, effects: row.effects(trigger) };
}

function allowedIn(state: RunState): string {
  const kinds = Object.keys(TRANSITIONS[state]);
  return kinds.length === 0 ? 'it is a final state' : `expected ${kinds.join(', ')}`;
}
