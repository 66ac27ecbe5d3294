import { expect, test } from 'vitest';
import { createIdleCollector, IDLE_MS } from '../../../../launcher/platform/process/idle-collector.ts';
import { heldTimers } from './held-timers.ts';

function held() {
  const timers = heldTimers(IDLE_MS);
  let collected = 0;
  const collector = createIdleCollector(timers, () => collected++);
  return { ...collector, ring: () => timers.ring(IDLE_MS), collected: () => collected };
}

test('garbage is collected once after the last of several requests', async () => {
  const { busy, ring, collected } = held();
  let end = (): void => {};
  const long = busy(() => new Promise<void>((resolve) => (end = resolve)));
  expect(await busy(async () => 'short')).toBe('short');
  expect(ring).toThrow('no timer');
  end();
  await long;
  ring();
  expect(collected()).toBe(1);
  expect(ring).toThrow('no timer');
});

test('a request that begins before puts it off', async () => {
  const { busy, ring, collected } = held();
  await busy(async () => {});
  await busy(async () => expect(ring).toThrow('no timer'));
  ring();
  expect(collected()).toBe(1);
});

test('a request that fails has ended too, with its own error', async () => {
  const { busy, ring, collected } = held();
  await expect(busy(() => Promise.reject(new Error('of its own')))).rejects.toThrow('of its own');
  ring();
  expect(collected()).toBe(1);
});

test('nothing keeps a process that closes', async () => {
  const { busy, close, ring } = held();
  await busy(async () => {});
  close();
  expect(ring).toThrow('no timer');
  await busy(async () => {});
  expect(ring).toThrow('no timer');
});
