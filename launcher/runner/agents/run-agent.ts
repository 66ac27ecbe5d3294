import { randomUUID } from 'node:crypto';
import type { EventLog } from '../../../src/base/events/event-log.ts';
import { killTree } from '../../platform/process/kill-tree.ts';
import { MARKER_VARIABLE } from '../../platform/process/process-marker.ts';
import { livingMembers, type ProcessTree } from '../../platform/process/process-tree.ts';
import { systemTimers, type Timers } from '../../platform/timers.ts';
import type { McpServersDecision } from '../config/build-mcp-servers-config.ts';
import { withServerEnv } from '../config/with-server-env.ts';
import type { RunState } from '../life/run-machine.ts';
import { type RunLife, startRunLife } from '../life/start-run-life.ts';
import { whyNotStarted } from '../life/why-not-started.ts';
import type { AgentEvent } from './agent-event.ts';
import type { AgentOrder, AgentProvider } from './agent-provider.ts';

export interface RunAgentOptions extends Omit<AgentOrder, 'mcpServers'> {
  readonly provider: AgentProvider;
  /** Result of `buildMcpServersConfig`. */
  readonly decision: McpServersDecision;
  /**
   * Id of the run. It marks the run's server processes and is the key of its savings in the ledger. Default: a new one.
   */
  readonly run?: string | undefined;
  readonly log: EventLog;
  readonly onEvent: (event: AgentEvent) => void;
  readonly timers?: Timers | undefined;
}

export interface AgentOutcome {
  readonly ok: boolean;
  /** The agent's final answer, or why it failed. */
  readonly text: string;
}

/**
 * Max time for a server to exit by itself after its agent is done, in milliseconds. When a run is cancelled, max time
 * to exit after SIGTERM.
 */
const LEAVE_MS = 1500;
const LOOK_EVERY_MS = 50;
/** States at the end of a run that mean that the server did not start, as far as known. */
const STARTING: ReadonlySet<RunState> = new Set(['run:mcp_pruner_starting', 'run:mcp_pruner_disabled'] as const);

/**
 * Runs an agent once with the tools, until its final answer. Problems of the server never fail the run. If the server
 * did not start, its last lines are logged as `mcp_pruner.server_said`. The provider ends the processes that it
 * started. If some still carry the run's mark a while later, they are killed. If the run is cancelled, the agent and
 * everything it started are killed too. Rejects with a `ProviderMissingError`, and with the signal's reason when
 * cancelled.
 */
export async function runAgent(options: RunAgentOptions): Promise<AgentOutcome> {
  const { provider, cwd, log, onEvent, run: marker = randomUUID(), timers = systemTimers } = options;
  const tree: ProcessTree = { leader: -1, marker, ended: true };
  const agent: ProcessTree = { leader: -1, marker: `agent-${marker}`, ended: true };
  const decision = withServerEnv(options.decision, { [MARKER_VARIABLE]: marker });
  const life: RunLife = startRunLife({ decision, root: cwd, log, terminate: () => killTree(tree, undefined, timers) });
  const reader = provider.reader();
  let outcome: AgentOutcome | undefined;
  try {
    const env = { ...options.env, [MARKER_VARIABLE]: agent.marker };
    for await (const message of provider.messages({ ...options, env, mcpServers: life.mcpServers })) {
      for (const report of reader.reports(message)) life.report(report);
      for (const event of reader.events(message)) {
        if (event.kind === 'ended') outcome = { ok: event.ok, text: event.text };
        onEvent(event);
      }
    }
  } catch (error) {
    // A provider that has reported the outcome may still exit with a failure; ignore it.
    if (outcome === undefined || options.signal.aborted) throw error;
  } finally {
    const hasFailed = STARTING.has(life.state) && decision.kind === 'config_resolved';
    await life.end();
    if (hasFailed && !options.signal.aborted) {
      const said = await whyNotStarted(decision.mcpServers, { ...options, timers });
      if (said !== undefined) log('error', 'mcp_pruner.server_said', { message: said });
    }
    // Providers may return from a cancellation before their child processes have exited.
    if (options.signal.aborted) await endMarked([tree, agent], timers);
    else if (life.mcpServers !== undefined) await transition(tree, timers);
  }
  return outcome ?? { ok: false, text: `${provider.name} exited without a result` };
}

/**
 * Kills all processes that carry the marks. It looks twice, because a process shows no mark while it executes another
 * program.
 */
async function endMarked(trees: readonly ProcessTree[], timers: Timers): Promise<void> {
  const end = async (): Promise<void> => void (await Promise.all(trees.map((one) => killTree(one, LEAVE_MS, timers))));
  await end();
  await pause(timers);
  await end();
}

/** Waits for the run's servers to exit, and kills those that do not. */
async function transition(tree: ProcessTree, timers: Timers): Promise<void> {
  const until = timers.now() + LEAVE_MS;
  while (timers.now() < until) {
    const left = await livingMembers(tree).catch(() => []);
    if (left.length === 0) return;
    await pause(timers);
  }
  await killTree(tree, undefined, timers);
}

const pause = (timers: Timers): Promise<void> => new Promise((resolve) => timers.after(LOOK_EVERY_MS, resolve));
