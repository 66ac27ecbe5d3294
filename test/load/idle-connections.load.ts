import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eachRuntime } from '../runtime/each-runtime.ts';
import type { Started } from '../runtime/started.ts';

const HEAD = 'POST /prune HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n';
/** The longest of the worker's time-outs is 75 s; how often connections are looked at comes on top. */
const MOST_MS = 110_000;
const DRIP_MS = 1000;

/** What a connection sends at first, and again and again. */
const CONNECTIONS: Readonly<Record<string, readonly [first: string, drip: string]>> = {
  'nothing at all': ['', ''],
  'half of its headers': [HEAD, ''],
  'one header after another': [HEAD, 'X-Drip: 1\r\n'],
  'half of its body': [`${HEAD}\r\n{"query":`, ''],
  'one byte of its body after another': [`${HEAD}\r\n{"query":"`, 'x'],
  'nothing more after an answer': ['GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n', ''],
};

for (const runtime of eachRuntime().filter(({ name }) => name !== 'workerd')) {
  describe(`on ${runtime.name}`, () => {
    let server: Started;
    beforeAll(async () => {
      server = await runtime.start({});
    }, MOST_MS);
    afterAll(async () => {
      await server.stop();
      await runtime.dispose();
    });

    const heldFor = async ([first, drip]: readonly [string, string]): Promise<number> => {
      const from = performance.now();
      const socket: Socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.on('error', () => {}).resume();
      socket.write(first);
      const dripping = setInterval(() => drip !== '' && socket.write(drip), DRIP_MS);
      await once(socket, 'close', { signal: AbortSignal.timeout(MOST_MS) }).catch(() => socket.destroy());
      clearInterval(dripping);
      return performance.now() - from;
    };

    test(
      'a connection that sends nothing, or little by little, was held for ever',
      async () => {
        const held = await Promise.all(
          Object.entries(CONNECTIONS).map(async ([name, sent]) => [name, await heldFor(sent)] as const),
        );
        expect(held.filter(([, ms]) => ms >= MOST_MS)).toEqual([]);
        expect(held).toHaveLength(Object.keys(CONNECTIONS).length);
      },
      2 * MOST_MS,
    );
  });
}
