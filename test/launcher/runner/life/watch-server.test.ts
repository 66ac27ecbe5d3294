import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { KILL_GRACE_MS } from '../../../../launcher/platform/process/kill-tree.ts';
import { startRunLife } from '../../../../launcher/runner/life/start-run-life.ts';
import { watchServer } from '../../../../launcher/runner/life/watch-server.ts';
import { heldTimers } from '../../platform/process/held-timers.ts';
import { recordedLog } from './recorded-log.ts';

/** Simulates a run whose provider starts this command as its server. */
function runWith(command: string, ...args: string[]) {
  const { log, events } = recordedLog();
  const child: ChildProcess = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const timers = heldTimers(KILL_GRACE_MS);
  const life = startRunLife({
    decision: { kind: 'config_resolved', mcpServers: { pruner: { command, args } } },
    root: '/work',
    log,
    terminate: () => server.terminate(),
  });
  const server = watchServer(child, life.report, timers);
  return { child, life, events, timers };
}

/** A command that prints when it is ready, and then reads a line. */
const LISTENING = 'echo ready; read -r line';

test('a command that is not there leaves the run without', async () => {
  const { child, life, events } = runWith('/no/such/command');
  await once(child, 'error');
  expect(life.state).toBe('run:mcp_pruner_disabled');
  await life.end();
  expect(events[0]).toEqual([
    'mcp_pruner.spawn_error',
    { during: 'spawn', message: expect.stringContaining('/no/such/command') },
  ]);
});

test('a server that ends at once leaves the run without', async () => {
  const { child, life, events } = runWith('sh', '-c', 'exit 3');
  await once(child, 'exit');
  expect(events[1]).toEqual(['mcp_pruner.start_failed', { message: 'the server exited with exit code 3' }]);
  await life.end();
});

test('a server that is killed in mid-run degrades it', async () => {
  const { child, life, events } = runWith('sh', '-c', LISTENING);
  await once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data');
  life.report({ kind: 'initialized' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(life.state).toBe('run:mcp_pruner_degraded');
  await life.end();
  expect(events.slice(1)).toEqual([
    ['mcp_pruner.degraded', { reason: 'exited', signal: 'SIGKILL' }],
    ['mcp_pruner.shutdown_after_degraded'],
  ]);
});

test('one that answers no more and will not go is gone when the run ends', async () => {
  const { child, life, events, timers } = runWith('sh', '-c', `trap '' TERM; ${LISTENING}`);
  await once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data');
  life.report({ kind: 'initialized' });
  life.report({ kind: 'tool_call_failed' });
  const ended = life.end();
  timers.ring(KILL_GRACE_MS);
  await ended;
  expect(() => process.kill(child.pid as number, 0)).toThrow('ESRCH');
  expect(events.slice(1)).toEqual([
    ['mcp_pruner.degraded', { reason: 'unreachable' }],
    ['mcp_pruner.shutdown_after_degraded'],
  ]);
});
