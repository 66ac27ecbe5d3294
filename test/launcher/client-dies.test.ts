import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { ended, running } from '../support/running.ts';
import { clientDies, LASTING, runCommand } from './lasting-command.ts';

const TIMEOUT = 120_000;
test.each([
  ['in its group', LASTING('a')],
  ['in the background', `${LASTING('a')} & wait`],
  ['in a session of its own', `setsid ${LASTING('a')} & wait`],
  ['with another environment', `env -i ${LASTING('a')} & wait`],
  ['with both, its parent gone', `(setsid env -i PATH="$PATH" ${LASTING('a')} >/dev/null 2>&1 &); sleep 300`],
])('a client that dies leaves no command running: %s', { timeout: TIMEOUT }, async (_, command) => {
  const { launcher, pids } = await runCommand(command, ['a']);
  clientDies(launcher);
  await launcher.exited;
  await ended(pids);
});

test('nor does one that dies while much is written to it', { timeout: TIMEOUT }, async () => {
  const noise = 'seq -f "a line of output that goes on for a while %.0f" 200000';
  const { launcher, pids } = await runCommand(LASTING('a'), ['a']);
  for (let id = 0; id < 8; id++) {
    const params = { name: 'bash', arguments: { command: noise } };
    launcher.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }));
  }
  // Wait for the first output of the commands, which is some twenty megabytes for each.
  await once(launcher.child.stdout as Readable, 'data');
  clientDies(launcher);
  expect([0, 1]).toContain(await launcher.exited);
  await ended(pids);
});

test('what a command that ended left behind ends with the client too', { timeout: TIMEOUT }, async () => {
  const command = `setsid env -i PATH="$PATH" ${LASTING('a')} >/dev/null 2>&1 & until [ -s a.pid ]; do sleep 0.01; done`;
  const { launcher, pids } = await runCommand(command, ['a']);
  await launcher.next(({ id }) => id === 'long');
  expect(await running(pids)).toEqual(pids);
  clientDies(launcher);
  await launcher.exited;
  await ended(pids);
});
