import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runningTrees } from '../../../../../launcher/platform/process/running-trees.ts';
import { ended } from '../../../../support/running.ts';
import { tempDir } from '../../../../support/temp-dir.ts';
import { until } from '../../../../support/until.ts';
import { heldTimers } from '../../../platform/process/held-timers.ts';
import { connected, scripted } from './connected.ts';

const pidsOf = (record: string): number[] =>
  [...readFileSync(record, 'utf8').matchAll(/^(?:start|grandchild) (\d+)$/gm)].map(([, pid]) => Number(pid));

test('closing ends the server and all that it started', async () => {
  const record = path.join(tempDir(), 'record');
  const it = connected(scripted({ record, grandchild: true }));
  await it.call('echo');
  const pids = pidsOf(record);
  expect(pids).toHaveLength(2);
  expect([...runningTrees.values()].map(({ leader }) => leader)).toContain(pids[0]);
  await it.connection.close();
  await ended(pids);
  expect(it.connection.state).toBe('disconnected');
  expect(it.states).toEqual(['connecting', 'connected']);
});

test('one that ignores the end of stdin and SIGTERM ends too', async () => {
  const record = path.join(tempDir(), 'record');
  const it = connected(scripted({ record, stubborn: true }));
  await it.call('echo');
  await it.connection.close();
  await ended(pidsOf(record));
});

test('what a server that died had started ends with it', async () => {
  const record = path.join(tempDir(), 'record');
  const it = connected(scripted({ record, grandchild: true }, { autoReconnect: false }));
  await expect(it.call('die')).rejects.toMatchObject({ code: 'closed' });
  await ended(pidsOf(record));
});

test('closing while it connects', async () => {
  const record = path.join(tempDir(), 'record');
  const it = connected(scripted({ record, hang: true }));
  const call = it.call('echo');
  await until(async () => {
    try {
      return pidsOf(record).length > 0 ? true : undefined;
    } catch {
      return undefined;
    }
  });
  const closed = it.connection.close();
  await expect(call).rejects.toMatchObject({ code: 'disabled', sent: false });
  await closed;
  await ended(pidsOf(record));
  expect(it.connection.state).toBe('disconnected');
});

test('closing before it has begun, and at once after', async () => {
  const idle = connected(scripted());
  await idle.connection.close();
  idle.connection.start();
  expect(idle.states).toEqual([]);
  const begun = connected(scripted());
  begun.connection.start();
  await begun.connection.close();
  expect(begun.states).toEqual(['connecting']);
  await expect(begun.call('echo')).rejects.toMatchObject({ code: 'disabled' });
});

test('closing while it waits for the next attempt, and when it has failed', async () => {
  const timers = heldTimers(250);
  const waits = connected(scripted({ exitAtOnce: 1 }), { timers });
  waits.connection.start();
  await waits.when(() => waits.connection.state === 'reconnecting');
  await waits.connection.close();
  expect(() => timers.ring(250)).toThrow('no timer');
  const failed = connected(scripted({}, { command: 'no-such-command-anywhere' }));
  failed.connection.start();
  await failed.when(() => failed.connection.state === 'failed');
  await failed.connection.close();
  expect([waits.connection.state, failed.connection.state]).toEqual(['disconnected', 'disconnected']);
});

test('closing answers those who wait, and may be done twice', async () => {
  const it = connected(scripted());
  await it.call('echo');
  const call = it.call('hang', {}, true);
  await it.call('echo');
  const closed = [it.connection.close(), it.connection.close()];
  await expect(call).rejects.toMatchObject({ code: 'disabled', sent: true });
  await Promise.all(closed);
});
