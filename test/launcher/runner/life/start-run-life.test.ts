import { expect, test } from 'vitest';
import { ConfigError } from '../../../../launcher/platform/settings/config.ts';
import type { McpServersDecision } from '../../../../launcher/runner/config/build-mcp-servers-config.ts';
import type { ProviderReport } from '../../../../launcher/runner/life/provider-report.ts';
import { startRunLife } from '../../../../launcher/runner/life/start-run-life.ts';
import { recordedLog } from './recorded-log.ts';

const mcpServers = { pruner: { command: 'node' } };
const RESOLVED: McpServersDecision = { kind: 'config_resolved', mcpServers };

/** Simulates a run whose provider sends these reports and then ends. */
async function live(decision: McpServersDecision, ...reports: ProviderReport[]) {
  const { log, events } = recordedLog();
  const life = startRunLife({ decision, root: '/work', log });
  const passed = life.mcpServers;
  const states = [life.state];
  for (const report of reports) {
    life.report(report);
    states.push(life.state);
  }
  await life.end();
  expect(life.state).toBe('run:shutdown');
  return { states, events, passed };
}

const EXITED: ProviderReport = { kind: 'server_exited', exitCode: 1, signal: null };

test('a run that is switched off is passed no server, and reports change nothing', async () => {
  expect(await live({ kind: 'config_disabled' }, { kind: 'initialized' }, EXITED)).toEqual({
    passed: undefined,
    states: ['run:mcp_pruner_disabled', 'run:mcp_pruner_disabled', 'run:mcp_pruner_disabled'],
    events: [['mcp_pruner.disabled', { reason: 'config_disabled' }], ['mcp_pruner.not_running']],
  });
});

test('a configuration that cannot be used is told, and the run goes on without', async () => {
  const { passed, events } = await live({ kind: 'config_invalid', error: new ConfigError('cannot use X') });
  expect(passed).toBeUndefined();
  expect(events).toEqual([
    ['mcp_pruner.config_invalid', { message: 'cannot use X' }],
    ['mcp_pruner.disabled', { reason: 'config_invalid' }],
    ['mcp_pruner.not_running'],
  ]);
});

test('a run whose server is there to the end', async () => {
  expect(await live(RESOLVED, { kind: 'initialized' }, { kind: 'initialized' })).toEqual({
    passed: mcpServers,
    states: ['run:mcp_pruner_starting', 'run:mcp_pruner_running', 'run:mcp_pruner_running'],
    events: [['mcp_pruner.ready', { root: '/work' }]],
  });
});

test.each<[string, ProviderReport, object]>([
  ['is not started', { kind: 'spawn_failed', message: 'ENOENT' }, { during: 'spawn', message: 'ENOENT' }],
  ['does not connect', { kind: 'connect_failed', message: 'timeout' }, { during: 'connect', message: 'timeout' }],
  ['ends before it connects', EXITED, { during: 'connect', message: 'the server exited with exit code 1' }],
  [
    'is killed before it connects',
    { kind: 'server_exited', exitCode: null, signal: 'SIGKILL' },
    { during: 'connect', message: 'the server exited with SIGKILL' },
  ],
  ['answers no call', { kind: 'tool_call_failed' }, { during: 'connect', message: 'a call got no answer' }],
])('a server that %s leaves the run without', async (_, report, fault) => {
  // If the server returns or fails again later, the run no longer uses it.
  const { states, events } = await live(RESOLVED, report, { kind: 'initialized' }, EXITED);
  expect(states.slice(1)).toEqual(Array(3).fill('run:mcp_pruner_disabled'));
  const { message } = fault as { message: string };
  expect(events).toEqual([
    ['mcp_pruner.spawn_error', fault],
    ['mcp_pruner.start_failed', { message }],
    ['mcp_pruner.disabled', { reason: 'start_failed' }],
    ['mcp_pruner.not_running'],
  ]);
});

test.each<[ProviderReport, object]>([
  [EXITED, { reason: 'exited', exit_code: 1 }],
  [
    { kind: 'server_exited', exitCode: null, signal: 'SIGKILL' },
    { reason: 'exited', signal: 'SIGKILL' },
  ],
  [{ kind: 'server_exited' }, { reason: 'exited' }],
  [{ kind: 'tool_call_failed' }, { reason: 'unreachable' }],
  [{ kind: 'connect_failed', message: 'x' }, { reason: 'unreachable' }],
])('after %j the run goes on, degraded', async (report, data) => {
  const { states, events } = await live(RESOLVED, { kind: 'initialized' }, report, { kind: 'initialized' }, report);
  expect(states.slice(2)).toEqual(Array(3).fill('run:mcp_pruner_degraded'));
  expect(events.slice(1)).toEqual([['mcp_pruner.degraded', data], ['mcp_pruner.shutdown_after_degraded']]);
});

test('a run that ends before its server is ready', async () => {
  const message = 'the run ended before the server was reported ready';
  expect((await live(RESOLVED)).events).toEqual([
    ['mcp_pruner.spawn_error', { during: 'connect', message }],
    ['mcp_pruner.start_failed', { message }],
    ['mcp_pruner.disabled', { reason: 'start_failed' }],
    ['mcp_pruner.not_running'],
  ]);
});

test('what is left over is ended once, before the last event; that it fails costs the run nothing', async () => {
  const { log, events } = recordedLog();
  const terminate = () => Promise.reject(new Error('EPERM'));
  const life = startRunLife({ decision: RESOLVED, root: '/work', log, terminate });
  life.report({ kind: 'initialized' });
  life.report(EXITED);
  await Promise.all([life.end(), life.end()]);
  life.report(EXITED);
  expect(events.slice(2)).toEqual([
    ['mcp_pruner.terminate_failed', { message: 'EPERM' }],
    ['mcp_pruner.shutdown_after_degraded'],
  ]);
});

test('a log that cannot be written to costs the run nothing', async () => {
  const log = () => {
    throw new Error('EPIPE');
  };
  const life = startRunLife({ decision: RESOLVED, root: '/work', log });
  life.report({ kind: 'initialized' });
  life.report(EXITED);
  await life.end();
  expect(life.state).toBe('run:shutdown');
});
