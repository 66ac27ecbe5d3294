import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { killTree } from '../../../../launcher/platform/process/kill-tree.ts';
import { MARKER_VARIABLE, newMarker } from '../../../../launcher/platform/process/process-marker.ts';
import { running } from '../../../support/running.ts';
import { heldTimers } from './held-timers.ts';

const TIMEOUT = 120_000;

async function started(script: string, marker: string): Promise<{ leader: number; printed: number }> {
  const env = { ...process.env, [MARKER_VARIABLE]: marker };
  const child = spawn('bash', ['-c', script], { detached: true, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = await once(child.stdout, 'data');
  return { leader: child.pid ?? 0, printed: Number(printed) };
}

test('a tree that ended long ago is no trouble', { timeout: TIMEOUT }, async () => {
  const { leader } = await started('echo $$', 'gone');
  await killTree({ leader, marker: 'gone' });
  expect(await running([leader])).toEqual([]);
});

test('who ignores SIGTERM has until the grace is over, and no longer', { timeout: TIMEOUT }, async () => {
  const { leader } = await started('trap "" TERM; echo $$; while :; do sleep 0.05; done', 'stubborn');
  const timers = heldTimers();
  const began = timers.now();
  await killTree({ leader, marker: 'stubborn' }, 300, timers);
  expect(timers.now() - began).toBeGreaterThanOrEqual(300);
  expect(await running([leader])).toEqual([]);
});

test('a stopped process is ended too', { timeout: TIMEOUT }, async () => {
  const { leader } = await started('echo $$; kill -STOP $$; sleep 5000', 'stopped');
  await killTree({ leader, marker: 'stopped' }, 50);
  expect(await running([leader])).toEqual([]);
});

test('who left the tree before anybody looked is known by its marker', { timeout: TIMEOUT }, async () => {
  // Without `exec`, because during an exec a process has no marker for a moment.
  const script = '(setsid bash -c "echo \\$\\$; sleep 5000; :" &)';
  const { leader, printed } = await started(script, 'escaped');
  expect(await running([printed])).toEqual([printed]);
  await killTree({ leader, marker: 'escaped' });
  expect(await running([leader, printed])).toEqual([]);
});

test('who was seen while its parent lived is ended, also when it outlives SIGTERM and the parent', {
  timeout: TIMEOUT,
}, async () => {
  const stubborn = "trap '' TERM; echo \\$\\$; while :; do sleep 0.05; done";
  const { leader, printed } = await started(`setsid env -i PATH="$PATH" bash -c "${stubborn}" & wait`, 'parent');
  await killTree({ leader, marker: 'parent' }, 100);
  expect(await running([leader, printed])).toEqual([]);
});

test('what a killed server had started is known by the marker that the server bore', { timeout: TIMEOUT }, async () => {
  const { leader, printed } = await started('(setsid bash -c "echo \\$\\$; sleep 5000; :" &)', newMarker('server'));
  const another = await started('echo $$; exec sleep 5000', newMarker('server-2'));
  await killTree({ leader: -1, marker: 'server', ended: true });
  expect(await running([leader, printed])).toEqual([]);
  expect(await running([another.leader])).toEqual([another.leader]);
  await killTree({ leader: another.leader, marker: 'server-2' });
});
