import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type Launcher, startLauncher } from '../support/launcher.ts';
import { running } from '../support/running.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';

const TIMEOUT = 120_000;
/** Writes its pid and never ends. */
const LASTING = (name: string): string => `bash -c 'echo $$ > ${name}.pid; while :; do sleep 1; done'`;
const clientInfo = { name: 'test', version: '1' };

/** A launcher that runs a command, and the pids that it has written once there are so many. */
async function runCommand(command: string, names: readonly string[]) {
  const root = tempDir();
  const launcher = startLauncher(root);
  await launcher.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  const params = { name: 'bash', arguments: { command, timeout_ms: 300_000 } };
  launcher.send(JSON.stringify({ jsonrpc: '2.0', id: 'long', method: 'tools/call', params }));
  const pids = await Promise.all(
    names.map((name) =>
      until(async () => {
        try {
          return Number(readFileSync(path.join(root, `${name}.pid`), 'utf8')) || undefined;
        } catch {
          return undefined;
        }
      }),
    ),
  );
  return { launcher, pids };
}

/** As the system leaves the pipes of a client that was killed. */
function clientDies({ child }: Launcher): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.stdin?.destroy();
}

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
  expect(await running(pids)).toEqual([]);
});

test('nor does one that dies while much is written to it', { timeout: TIMEOUT }, async () => {
  const noise = 'seq -f "a line of output that goes on for a while %.0f" 200000';
  const { launcher, pids } = await runCommand(LASTING('a'), ['a']);
  for (let id = 0; id < 8; id++) {
    const params = { name: 'bash', arguments: { command: noise } };
    launcher.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }));
  }
  // The first of some twenty megabytes each.
  await once(launcher.child.stdout as Readable, 'data');
  clientDies(launcher);
  expect([0, 1]).toContain(await launcher.exited);
  expect(await running(pids)).toEqual([]);
});

test('nor on a machine with 1,000 processes', { timeout: TIMEOUT }, async () => {
  const names = Array.from({ length: 5 }, (_, i) => `p${i}`);
  const many = 'for i in $(seq 1000); do sleep 300 & done';
  const command = `${many}; ${names.map((name) => `setsid env -i PATH="$PATH" ${LASTING(name)} &`).join(' ')} wait`;
  const { launcher, pids } = await runCommand(command, names);
  clientDies(launcher);
  await launcher.exited;
  expect(await running(pids)).toEqual([]);
});

test('what a command that ended left behind ends with the client too', { timeout: TIMEOUT }, async () => {
  const command = `setsid env -i PATH="$PATH" ${LASTING('a')} >/dev/null 2>&1 & sleep 0.2`;
  const { launcher, pids } = await runCommand(command, ['a']);
  await launcher.next(({ id }) => id === 'long');
  expect(await running(pids)).toEqual(pids);
  clientDies(launcher);
  await launcher.exited;
  expect(await running(pids)).toEqual([]);
});
