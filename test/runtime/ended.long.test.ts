import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { eachRuntime } from './each-runtime.ts';

// Each test waits for ten seconds.
const TIMEOUT = 120_000;
const runtimes = eachRuntime().filter(({ name }) => name !== 'workerd');
afterAll(() => Promise.all(runtimes.map(({ dispose }) => dispose())));

test.concurrent.each(runtimes)(
  '$name was kept from ending by a body that never ended',
  async ({ start }) => {
    const server = await start({});
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const closed = new Promise((resolve) =>
      socket
        .once('close', resolve)
        .on('error', () => {})
        .resume(),
    );
    const head = 'POST /prune HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99';
    socket.write(`${head}\r\n\r\n{`);
    // The answer shows that the body's beginning has arrived, because both are handled by the same event loop.
    await (await server.door('/health')).text();
    expect(await server.stop()).toBe(0);
    await closed;
  },
  TIMEOUT,
);
