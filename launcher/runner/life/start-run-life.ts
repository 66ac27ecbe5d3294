import type { EventLog } from '../../events/event-log.ts';
import type { McpServersDecision } from '../config/build-mcp-servers-config.ts';
import type { McpServers } from '../provider-run-options.ts';
import type { ProviderReport } from './provider-report.ts';
import { runEffects } from './run-effects.ts';
import type { RunState } from './run-table.ts';
import { whileRunning, whileStarting } from './to-trigger.ts';
import { type Transition, transition } from './transition.ts';
import type { TriggerOf } from './trigger.ts';

/** One run of an agent, as far as the server is concerned. Nothing that befalls the server throws here. */
export interface RunLife {
  readonly state: RunState;
  /** What the provider is to start; `undefined` where the run has no server. */
  readonly mcpServers: McpServers | undefined;
  /** What comes too late, or twice, changes nothing. */
  report(report: ProviderReport): void;
  /** The provider's phase ended, however. Resolves when nothing is left over; again, with the same outcome. */
  end(): Promise<void>;
}

export interface RunLifeOptions {
  readonly decision: McpServersDecision;
  /** The server's root, as `mcp_pruner.ready` names it. */
  readonly root: string;
  readonly log: EventLog;
  /** Ends a server that failed and may still run; the provider, whose child it is, knows how. */
  readonly terminate?: (() => void | Promise<void>) | undefined;
}

/** What is told of a server of which the provider has told nothing. */
export const NEVER_READY = 'the run ended before the server was reported ready';

/** Enters `run:init` and leaves it. */
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
