import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { StdioServerConfig } from '../../../../launcher/gateway/config/server-config.ts';
import { createSharedTransport } from '../../../../launcher/gateway/shared/shared-transport.ts';
import { createStdioTransport } from '../../../../launcher/gateway/upstream/transport/stdio-transport.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { heldTimers } from '../../platform/process/held-timers.ts';
import { scripted } from '../upstream/connection/connected.ts';

/** Opens a transport to a process that handles each connection with `serve`. */
async function toProcess(serve: (socket: Socket, connection: number) => void) {
  const socket = path.join(tempDir(), 's.sock');
  let connections = 0;
  const server = createServer((one) => {
    one.on('error', () => {});
    serve(one, ++connections);
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  onTestFinished(() => void server.close());
  const timers = heldTimers(5000, 10_000);
  const config = scripted() as StdioServerConfig;
  const env = { PATH: process.env['PATH'] ?? '' };
  const alone: string[] = [];
  const transport = createSharedTransport({
    asked: { server: 'it', config, env, cwd: tempDir() },
    ...{ socket, timers, startGateway: async () => {}, onAlone: (why: string) => void alone.push(why) },
    own: () => createStdioTransport({ server: 'it', config, env, cwd: tempDir(), log: () => {}, timers }),
  });
  onTestFinished(() => transport.close());
  const messages: object[] = [];
  transport.onmessage = (message) => void messages.push(message);
  return { transport, timers, alone, messages, connections: () => connections };
}

const OPENED = `${JSON.stringify({ jsonrpc: '2.0', id: 0, result: {} })}\n`;
const LOOK = `${JSON.stringify({ jsonrpc: '2.0', method: '$/alive' })}\n`;
const HEARD = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/heard' })}\n`;
const CALL = { jsonrpc: '2.0', id: 7, method: 'ping' };

test('a process that ends before it has opened the server is asked again', async () => {
  const it = await toProcess((socket, connection) => {
    if (connection < 3) socket.destroy();
    else socket.write(OPENED);
  });
  await it.transport.start();
  expect([it.connections(), it.alone]).toEqual([3, []]);
});

test('a process that stands still hung every call for ever: a server of its own takes its place', async () => {
  const it = await toProcess(() => {});
  const starting = it.transport.start();
  await until(async () => it.connections() === 1 || undefined);
  it.timers.ring(10_000);
  await starting;
  expect(it.alone).toEqual(['the process that runs it does not answer within 10000 ms']);
  await it.transport.send(CALL);
  await until(async () => it.messages.length > 0 || undefined);
});

test('a process that is stopped while a request waits is given up, one that runs is not', async () => {
  const looks: string[] = [];
  let answers = true;
  const it = await toProcess((socket) => {
    socket.write(OPENED);
    socket.on('data', (chunk: Buffer) => {
      if (!String(chunk).includes('$/alive')) return;
      looks.push(String(chunk));
      if (answers) socket.write(`${LOOK}${HEARD}`);
    });
  });
  let closed = false;
  it.transport.onclose = () => {
    closed = true;
  };
  await it.transport.start();
  expect(() => it.timers.ring(5000)).toThrow('no timer');
  await it.transport.send(CALL);
  const look = async (count: number): Promise<void> => {
    it.timers.ring(5000);
    await until(async () => looks.length === count || undefined);
    if (answers) await until(async () => it.messages.length === count || undefined);
  };
  for (const count of [1, 2, 3, 4]) await look(count);
  expect(closed).toBe(false);
  answers = false;
  await look(5);
  await look(6);
  it.timers.ring(5000);
  await until(async () => closed || undefined);
  expect(it.transport.ending).toBe('it is shared, and the process that runs it does not answer');
});
