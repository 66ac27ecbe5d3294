import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { DRAIN, drainAfterExit } from '../../../../launcher/platform/process/drain-after-exit.ts';
import { hasGroup } from '../../../../launcher/platform/process/run-child.ts';
import { manualTimers } from '../../../support/manual-timers.ts';

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

function drain(isHeld: () => boolean) {
  const stream = new PassThrough();
  stream.resume();
  const timers = manualTimers();
  let done = false;
  const drained = drainAfterExit([stream], timers, isHeld).then(() => {
    done = true;
  });
  return { stream, timers, drained, isDone: () => done };
}

test('a pipe that something holds is left once it is quiet', async () => {
  const { timers, drained } = drain(() => true);
  timers.advance(DRAIN.quietMs);
  await drained;
});

test('a pipe that nothing of the group holds is waited for longer', async () => {
  const { stream, timers, drained, isDone } = drain(() => false);
  for (let silences = 1; silences < DRAIN.silences; silences++) {
    timers.advance(DRAIN.quietMs);
    await turn();
    expect(isDone()).toBe(false);
  }
  stream.end('late');
  await drained;
});

test('one that does not end then is left', async () => {
  const { timers, drained, isDone } = drain(() => false);
  for (let silences = 0; silences < DRAIN.silences; silences++) {
    timers.advance(DRAIN.quietMs);
    await turn();
  }
  expect(isDone()).toBe(true);
  await drained;
});

test('the group of a child is there while anything runs in it', async () => {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  const pid = child.pid as number;
  expect(hasGroup(pid)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(hasGroup(pid)).toBe(false);
  expect(hasGroup(pid, 'win32')).toBe(true);
});
