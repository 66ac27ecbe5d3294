import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { systemTimers } from '../../../../launcher/platform/timers.ts';
import type { AgentEvent } from '../../../../launcher/runner/agents/agent-event.ts';
import type { AgentOrder, AgentProvider } from '../../../../launcher/runner/agents/agent-provider.ts';
import { runAgent } from '../../../../launcher/runner/agents/run-agent.ts';
import type { McpServersDecision } from '../../../../launcher/runner/config/build-mcp-servers-config.ts';
import { withServerEnv } from '../../../../launcher/runner/config/with-server-env.ts';
import type { ProviderReport } from '../../../../launcher/runner/life/provider-report.ts';
import { NODE } from '../../../runtime/started.ts';
import { heldTimers } from '../../platform/process/held-timers.ts';

const KILLED = [null, expect.stringMatching(/^SIG(?:TERM|KILL)$/)];
const RUNS_ON = "process.stdout.write('.'); setInterval(() => {}, 1000)";

/**
 * Starts a process that runs until it is killed. Resolves when it runs, because its environment is not visible before.
 */
async function start(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly ended: Promise<unknown[]> }> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  return { ended: once(child, 'exit') };
}

const resolved: McpServersDecision = {
  kind: 'config_resolved',
  mcpServers: { pruner: { command: NODE, args: ['-e', RUNS_ON], env: { PRUNER_URL: 'embedded' } } },
};

type Message = AgentEvent | ProviderReport | Error;

/** A provider that runs `begin`, and then sends the given messages. */
function provider(
  messages: readonly Message[],
  begin: (order: AgentOrder) => Promise<void> = async () => {},
): AgentProvider {
  return {
    name: 'scripted',
    async *messages(order) {
      await begin(order);
      for (const message of messages) {
        if (message instanceof Error) throw message;
        yield message;
      }
    },
    reader: () => ({
      events: (message) => (KINDS.has((message as AgentEvent).kind) ? [message as AgentEvent] : []),
      reports: (message) => (KINDS.has((message as AgentEvent).kind) ? [] : [message as ProviderReport]),
    }),
  };
}
const KINDS = new Set(['text', 'tool_started', 'tool_ended', 'ended']);

async function run(
  from: AgentProvider,
  decision: McpServersDecision = resolved,
  signal = new AbortController().signal,
  after = systemTimers.after,
) {
  const events: string[] = [];
  const seen: AgentEvent[] = [];
  const log = (_: string, event: string): void => void events.push(event);
  // The clock jumps forward, so that nothing has to wait.
  let skipped = 0;
  const now = (): number => {
    skipped += 500;
    return systemTimers.now() + skipped;
  };
  const timers = { after, now };
  const order = { prompt: 'Where?', cwd: '/', env: {}, allowedTools: [], signal, decision, log, timers };
  const outcome = await runAgent({ ...order, provider: from, onEvent: (event) => seen.push(event) });
  return { outcome, events, seen };
}

const ENDED: AgentEvent = { kind: 'ended', ok: true, text: 'Found it.' };

test('an agent runs to its last words, its server marked', async () => {
  let given: AgentOrder['mcpServers'];
  const from = provider([{ kind: 'initialized' }, { kind: 'text', text: 'Found it.' }, ENDED], async (order) => {
    given = order.mcpServers;
  });
  const { outcome, events, seen } = await run(from);
  expect(outcome).toEqual({ ok: true, text: 'Found it.' });
  expect(seen.map(({ kind }) => kind)).toEqual(['text', 'ended']);
  expect(events).toEqual(['mcp_pruner.ready']);
  expect(given?.['pruner']?.env).toEqual({
    PRUNER_URL: 'embedded',
    MCP_PRUNER_CALL: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('a server that ends at its start has its last words in the log', async () => {
  const script = "console.error('no such option: --fast'); process.exit(9)";
  const decision = { ...resolved, mcpServers: { pruner: { command: NODE, args: ['-e', script] } } };
  const { after } = heldTimers(5000);
  const { events } = await run(provider([ENDED]), decision, new AbortController().signal, after);
  expect(events.at(-1)).toBe('mcp_pruner.server_said');
});

test('a variable that the server would refuse is told before it is started', () => {
  const decision = withServerEnv(resolved, { PRUNER_TIMEOUT_MS: 'soon' });
  expect(decision).toMatchObject({
    kind: 'config_invalid',
    error: { message: expect.stringContaining('PRUNER_TIMEOUT_MS "soon"') },
  });
});

const fates: readonly (readonly [string, McpServersDecision, readonly Message[], readonly string[]])[] = [
  ['is off', { kind: 'config_disabled' }, [ENDED], ['mcp_pruner.disabled', 'mcp_pruner.not_running']],
  [
    'does not start',
    resolved,
    [{ kind: 'connect_failed', message: 'gone' }, ENDED],
    ['mcp_pruner.spawn_error', 'mcp_pruner.start_failed', 'mcp_pruner.disabled', 'mcp_pruner.not_running'],
  ],
  [
    'ends in mid-run',
    resolved,
    [{ kind: 'initialized' }, { kind: 'server_exited', exitCode: 1 }, ENDED],
    ['mcp_pruner.ready', 'mcp_pruner.degraded', 'mcp_pruner.shutdown_after_degraded'],
  ],
];
test.each(fates)('a run is not failed by a server that %s', async (_, decision, messages, told) => {
  const { outcome, events } = await run(provider(messages), decision);
  expect(outcome.ok).toBe(true);
  expect(events).toEqual(told);
});

test.runIf(process.platform === 'linux')('a server that its provider leaves behind is ended', async () => {
  const ended: Promise<unknown[]>[] = [];
  const from = provider([{ kind: 'initialized' }, ENDED], async ({ mcpServers }) => {
    const { command = '', args = [], env = {} } = mcpServers?.['pruner'] ?? {};
    ended.push((await start(command, args, env)).ended);
  });
  await run(from);
  expect(await Promise.all(ended)).toEqual([KILLED]);
});

test.runIf(process.platform === 'linux')(
  'an agent that outlives its cancellation is ended, and its server',
  async () => {
    const stop = new AbortController();
    const ended: Promise<unknown[]>[] = [];
    const from = provider([{ kind: 'initialized' }, new Error('stopped')], async ({ mcpServers, env: own }) => {
      for (const env of [own, mcpServers?.['pruner']?.env]) {
        ended.push((await start(NODE, ['-e', RUNS_ON], { ...env })).ended);
      }
      stop.abort();
    });
    await expect(run(from, resolved, stop.signal)).rejects.toThrow('stopped');
    expect(await Promise.all(ended)).toEqual([0, 1].map(() => KILLED));
  },
);

test.runIf(process.platform === 'linux')(
  'what bears its mark a moment after the cancellation only is ended',
  async () => {
    const stop = new AbortController();
    let env: NodeJS.ProcessEnv = {};
    const from = provider([new Error('stopped')], async (order) => {
      env = { ...order.env };
      stop.abort();
    });
    const late: Promise<{ readonly ended: Promise<unknown[]> }>[] = [];
    const after: typeof systemTimers.after = (ms, go) => {
      if (late.length === 0) late.push(start(NODE, ['-e', RUNS_ON], env));
      void late[0]?.then(() => systemTimers.after(ms, go));
      return () => {};
    };
    await expect(run(from, resolved, stop.signal, after)).rejects.toThrow('stopped');
    expect(await (await late[0])?.ended).toEqual(KILLED);
  },
);

test('how an agent ends', async () => {
  expect((await run(provider([]))).outcome).toEqual({ ok: false, text: 'scripted exited without a result' });
  expect((await run(provider([ENDED, new Error('exit code 1')]))).outcome).toEqual({ ok: true, text: 'Found it.' });
  await expect(run(provider([new Error('no key')]))).rejects.toThrow('no key');
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(run(provider([ENDED, new Error('stopped')]), resolved, stopped)).rejects.toThrow('stopped');
});
