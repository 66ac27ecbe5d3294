import type { EventLog } from '../../../src/base/events/event-log.ts';
import type { McpServersDecision } from '../config/build-mcp-servers-config.ts';
import type { McpServers } from '../provider-run-options.ts';
import type { ProviderReport } from './provider-report.ts';
import {
  type Effect,
  type RunState,
  type ServerFailed,
  type Transition,
  type TriggerOf,
  transition,
} from './run-machine.ts';

/** One agent run, as far as the server is concerned. Its methods never throw because of the server. */
export interface RunLife {
  readonly state: RunState;
  /** Servers for the provider to start; undefined if the run has none. */
  readonly mcpServers: McpServers | undefined;
  /** Handles a report. Late and repeated reports have no effect. */
  report(report: ProviderReport): void;
  /**
   * Call when the provider is done, whatever the outcome. Resolves once no server is running. Further calls return the
   * same promise.
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

type WhileStarting = TriggerOf<'initialized' | 'start_failed'>;

/** Converts a report about a server that is starting. A failed call then counts as a failed connection. */
function whileStarting(report: ProviderReport, root: string): WhileStarting {
  switch (report.kind) {
    case 'initialized':
      return { kind: 'initialized', root };
    case 'spawn_failed':
      return { kind: 'start_failed', during: 'spawn', message: report.message };
    case 'connect_failed':
      return { kind: 'start_failed', during: 'connect', message: report.message };
    case 'server_exited':
      return { kind: 'start_failed', during: 'connect', message: `the server exited with ${endOf(report)}` };
    case 'tool_call_failed':
      return { kind: 'start_failed', during: 'connect', message: 'a call got no answer' };
  }
}

/** Converts a report about a running server; undefined if nothing has changed. */
function whileRunning(report: ProviderReport): ServerFailed | undefined {
  switch (report.kind) {
    case 'initialized':
      return undefined;
    case 'server_exited': {
      const { exitCode, signal } = report;
      return { kind: 'server_failed', reason: 'exited', exitCode: exitCode ?? undefined, signal: signal ?? undefined };
    }
    case 'spawn_failed':
    case 'connect_failed':
    case 'tool_call_failed':
      return { kind: 'server_failed', reason: 'unreachable' };
  }
}

function endOf({ exitCode, signal }: Extract<ProviderReport, { kind: 'server_exited' }>): string {
  if (typeof signal === 'string') return signal;
  return typeof exitCode === 'number' ? `exit code ${exitCode}` : 'no exit code';
}

/** Functions that carry out effects. */
interface Reach {
  readonly log: EventLog;
  readonly pass: (mcpServers: McpServers) => void;
  readonly terminate: () => void | Promise<void>;
}

/**
 * Carries out a transition's effects in order, synchronously up to the first that must be awaited. Never throws, so
 * that the run goes on.
 */
async function runEffects(effects: readonly Effect[], { log, pass, terminate }: Reach): Promise<void> {
  const say: EventLog = (...event) => {
    try {
      log(...event);
    } catch {
      // The log itself failed, so there is nowhere to report it.
    }
  };
  for (const effect of effects) {
    if (effect.kind === 'log') say(effect.level, effect.event, effect.data);
    else if (effect.kind === 'pass_mcp_servers') pass(effect.mcpServers);
    else {
      try {
        await terminate();
      } catch (error) {
        say('warn', 'mcp_pruner.terminate_failed', { message: error instanceof Error ? error.message : String(error) });
      }
    }
  }
}
