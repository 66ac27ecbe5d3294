import { expect, test } from 'vitest';
import type { Gateway } from '../../../launcher/gateway/gateway.ts';
import { createGatewayDoor, LATEST_START_MS } from '../../../launcher/gateway/gateway-door.ts';
import { heldTimers } from '../process/held-timers.ts';

const client = { session: { notify() {}, request: () => Promise.reject(new Error('nobody')) }, capabilities: {} };

function door(open: () => Promise<Partial<Gateway>>) {
  const timers = heldTimers(LATEST_START_MS);
  const faults: unknown[] = [];
  const made = createGatewayDoor({
    open: open as () => Promise<Gateway>,
    instructions: () => undefined,
    timers,
    onFault: (error) => faults.push(error),
  });
  return { ...made, timers, faults };
}

test('nothing is opened before it is needed, and the servers start late where no list is asked for', async () => {
  const done: string[] = [];
  let started = (): void => {};
  const begun = new Promise<void>((resolve) => {
    started = resolve;
  });
  const { greet, timers } = door(async () => {
    done.push('open');
    return {
      start: async () => {
        done.push('start');
        started();
      },
    };
  });
  greet(client);
  expect(done).toEqual([]);
  timers.ring(LATEST_START_MS);
  await begun;
  expect(done).toEqual(['open', 'start']);
});

test('one that cannot be opened is told once, and closes all the same', async () => {
  const fault = new Error('no disk');
  const { greet, known, start, connected, notified, close, faults } = door(() => Promise.reject(fault));
  greet(client);
  start();
  notified('notifications/roots/list_changed', {});
  await expect(known()).rejects.toBe(fault);
  await expect(connected()).rejects.toBe(fault);
  await close();
  expect(faults).toEqual([fault]);
});

test('one that cannot be started is told', async () => {
  const fault = new Error('no spoon');
  let told = (_error: unknown): void => {};
  const heard = new Promise<unknown>((resolve) => {
    told = resolve;
  });
  const made = createGatewayDoor({
    open: async () => ({ start: () => Promise.reject(fault) }) as unknown as Gateway,
    instructions: () => undefined,
    timers: heldTimers(LATEST_START_MS),
    onFault: told,
  });
  made.greet(client);
  made.start();
  expect(await heard).toBe(fault);
});
