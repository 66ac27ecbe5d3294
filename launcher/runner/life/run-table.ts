/** State machine of a run: each state's triggers and the states they lead to. Checked by the compiler. */
export interface RunTable {
  'run:init': {
    config_disabled: 'run:mcp_pruner_disabled';
    config_invalid: 'run:mcp_pruner_disabled';
    config_resolved: 'run:mcp_pruner_starting';
  };
  'run:mcp_pruner_starting': {
    initialized: 'run:mcp_pruner_running';
    start_failed: 'run:mcp_pruner_disabled';
  };
  'run:mcp_pruner_running': {
    server_failed: 'run:mcp_pruner_degraded';
    phase_ended: 'run:shutdown';
  };
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
