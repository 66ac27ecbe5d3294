import type { EventLog } from '../../../src/base/events/event-log.ts';
import type { McpServersDecision } from '../config/build-mcp-servers-config.ts';
import type { McpServers } from '../provider-run-options.ts';
import type { ProviderReport } from './provider-report.ts';
import { runEffects } from './run-effects.ts';
import type { RunState } from './run-table.ts';
import { whileRunning, whileStarting } from './to-trigger.ts';
import { type Transition, transition } from './transition.ts';
import type { TriggerOf } from './trigger.ts';

/** One agent run, as far as the server is concerned. Its methods never throw because of the server. */
export interface RunLife {
  readonly state: RunState;
  /** Servers for the provider to start; undefined if the run has none. */
  readonly mcpServers: McpServers | undefined;
  /** Handles a report. Late and repeated reports have no effect. */
  report(report: ProviderReport): void;
  /**
   * Call when the provider is done, whatever the outcome. Resolves once nothing is left running. Further calls return
   * the same promise.
   */
  end(): Promise<void>;
}

export interface RunLifeOptions {
  readonly decision: McpServersDecision;
  /** Root of the server, as logged in `mcp_pruner.ready`. */
  readonly root: string;
  readonly log: EventLog;
  /** Ends a server that failed and may still run. Only the provider, its parent process, knows how. */
  readonly terminate?: (() => void | Promise<void>) | undefined;
}

/** Message for a server about which the provider reported nothing. */
export const NEVER_READY = 'the run ended before the server was reported ready';

/** Enters `run:init` and makes its transition. */
export function startRunLife({ decision, root, log, terminate = () => {} }: RunLifeOptions): RunLife {
  let state: RunState;
  let mcpServers: McpServers | undefined;
  let ending: Promise<void> | undefined;

  const pass = (servers: McpServers): void => {
    mcpServers = servers;
  };
  const enter = (step: Transition<RunState>): Promise<void> => {
    state = step.state;
    return runEffects(step.effects, { log, pass, terminate });
  };
  const end = async (): Promise<void> => {
    if (state === 'run:mcp_pruner_starting') {
      await enter(transition(state, { kind: 'start_failed', during: 'connect', message: NEVER_READY }));
    }
    switch (state) {
      case 'run:mcp_pruner_running':
      case 'run:mcp_pruner_disabled':
      case 'run:mcp_pruner_degraded':
        await enter(transition(state, { kind: 'phase_ended' }));
    }
  };
  void enter(transition('run:init', decided(decision)));
  return {
    get state() {
      return state;
    },
    get mcpServers() {
      return mcpServers;
    },
    report(report) {
      if (state === 'run:mcp_pruner_starting') void enter(transition(state, whileStarting(report, root)));
      else if (state === 'run:mcp_pruner_running') {
        const failed = whileRunning(report);
        if (failed !== undefined) void enter(transition(state, failed));
      }
    },
    end: () => {
      ending ??= end();
      return ending;
    },
  };
}

type Decided = TriggerOf<McpServersDecision['kind']>;

function decided(decision: McpServersDecision): Decided {
  return decision.kind === 'config_invalid' ? { kind: decision.kind, message: decision.error.message } : decision;
}
