import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { systemTimers } from '../../../../launcher/process/timers.ts';
import type { AgentEvent } from '../../../../launcher/runner/agents/agent-event.ts';
import type { AgentOrder, AgentProvider } from '../../../../launcher/runner/agents/agent-provider.ts';
import { runAgent } from '../../../../launcher/runner/agents/run-agent.ts';
import type { McpServersDecision } from '../../../../launcher/runner/config/build-mcp-servers-config.ts';
import type { ProviderReport } from '../../../../launcher/runner/life/provider-report.ts';
import { NODE } from '../../../runtime/started.ts';

const resolved: McpServersDecision = {
  kind: 'config_resolved',
  mcpServers: {
    pruner: { command: NODE, args: ['-e', 'setInterval(() => {}, 1000)'], env: { PRUNER_URL: 'embedded' } },
  },
};

type Message = AgentEvent | ProviderReport | Error;

/** A provider that says what it is told to, once `begin` has been done. */
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
) {
  const events: string[] = [];
  const seen: AgentEvent[] = [];
  const log = (_: string, event: string): void => void events.push(event);
  // Nobody is waited for: time flies.
  let skipped = 0;
  const now = (): number => {
    skipped += 500;
    return systemTimers.now() + skipped;
  };
  const timers = { ...systemTimers, now };
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
  let ended: Promise<unknown[]> | undefined;
  const from = provider([{ kind: 'initialized' }, ENDED], async ({ mcpServers }) => {
    const { command = '', args = [], env = {} } = mcpServers?.['pruner'] ?? {};
    const child = spawn(command, args, { env, stdio: 'ignore' });
    ended = once(child, 'exit');
    await once(child, 'spawn');
  });
  await run(from);
  expect(await ended).toEqual([null, expect.stringMatching(/^SIG(?:TERM|KILL)$/)]);
});

test.runIf(process.platform === 'linux')(
  'an agent that outlives its cancellation is ended, and its server',
  async () => {
    const stop = new AbortController();
    const ended: Promise<unknown[]>[] = [];
    const from = provider([{ kind: 'initialized' }, new Error('stopped')], async ({ mcpServers, env: own }) => {
      for (const env of [own, mcpServers?.['pruner']?.env]) {
        const child = spawn(NODE, ['-e', 'setInterval(() => {}, 1000)'], { env, stdio: 'ignore' });
        ended.push(once(child, 'exit'));
        await once(child, 'spawn');
      }
      stop.abort();
    });
    await expect(run(from, resolved, stop.signal)).rejects.toThrow('stopped');
    expect(await Promise.all(ended)).toEqual([0, 1].map(() => [null, expect.stringMatching(/^SIG(?:TERM|KILL)$/)]));
  },
);

test('how an agent ends', async () => {
  expect((await run(provider([]))).outcome).toEqual({ ok: false, text: 'scripted ended without a word' });
  expect((await run(provider([ENDED, new Error('exit code 1')]))).outcome).toEqual({ ok: true, text: 'Found it.' });
  await expect(run(provider([new Error('no key')]))).rejects.toThrow('no key');
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(run(provider([ENDED, new Error('stopped')]), resolved, stopped)).rejects.toThrow('stopped');
});
