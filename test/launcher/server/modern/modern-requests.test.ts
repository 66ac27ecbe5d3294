import { expect, test } from 'vitest';
import { createSubscriptions } from '../../../../launcher/server/modern/modern-requests.ts';
import type { CallContext } from '../../../../src/mcp/calls/call-context.ts';

const URI = 'x:1';
const LISTENS = { notifications: { resourceSubscriptions: [URI] } };

/** Creates the subscriptions of one connection. Records what is sent and watched for them. */
function open(mayWatch: boolean | Promise<boolean> = true) {
  const told: (readonly [string, object | undefined])[] = [];
  const watched: string[] = [];
  const subscriptions = createSubscriptions({
    async watch(method) {
      watched.push(method);
      if (!(await mayWatch)) throw new Error('it cannot be watched');
    },
  });
  let listeners = 0;
  const closing = new AbortController();
  const { signal } = closing;
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    listeners++;
    add(...given);
  };
  signal.removeEventListener = (...given: Parameters<typeof remove>) => {
    listeners--;
    remove(...given);
  };
  const listen = (id: number, stop = new AbortController()) => {
    const context: CallContext = {
      ...{ id, signal: stop.signal, closing: signal, onWritten: () => {} },
      session: { notify: () => {}, request: () => Promise.reject(new Error('nobody is asked')) },
      notify: (method, params) => void told.push([method, params]),
    };
    return { stop, ended: subscriptions.listen(LISTENS, context) };
  };
  return { subscriptions, told, watched, listen, closing, listeners: () => listeners };
}

test('subscriptions that were begun and taken back leave nothing behind', async () => {
  const { watched, listen, listeners } = open();
  for (let id = 0; id < 50; id++) {
    const { stop, ended } = listen(id);
    await Promise.resolve();
    stop.abort(new Error('enough'));
    await expect(ended).rejects.toThrow('enough');
  }
  expect(listeners()).toBe(0);
  expect(watched.length % 2).toBe(0);
  expect(watched.at(-1)).toBe('resources/unsubscribe');
});

test('two subscriptions to a resource that cannot be watched both go without it', async () => {
  const { told, listen, closing } = open(Promise.resolve(false));
  const both = [listen(1), listen(2)];
  await new Promise((resolve) => setImmediate(resolve));
  expect(told.map(([, params]) => params)).toEqual([1, 2].map(() => expect.objectContaining({ notifications: {} })));
  closing.abort();
  await Promise.all(both.map(({ ended }) => ended));
});

test('two subscriptions to one resource both hear of it, and the last that ends has it watched no more', async () => {
  const { subscriptions, told, watched, listen } = open();
  const [one, two] = [listen(1), listen(2)];
  await new Promise((resolve) => setImmediate(resolve));
  told.length = 0;
  const change = (): void => subscriptions.notify('notifications/resources/updated', { uri: URI });
  change();
  expect(told).toHaveLength(2);
  one.stop.abort(new Error('enough'));
  await expect(one.ended).rejects.toThrow('enough');
  change();
  expect(told).toHaveLength(3);
  expect(watched).toEqual(['resources/subscribe']);
  two.stop.abort(new Error('enough'));
  await expect(two.ended).rejects.toThrow('enough');
  expect(watched).toEqual(['resources/subscribe', 'resources/unsubscribe']);
});
