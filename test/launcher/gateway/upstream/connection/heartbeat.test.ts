import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startHttpMcpServer } from '../../../../support/mcp-servers/http-server.ts';
import { tempDir } from '../../../../support/temp-dir.ts';
import { until } from '../../../../support/until.ts';
import { heldTimers } from '../../../platform/process/held-timers.ts';
import { connected, overHttp, scripted } from './connected.ts';

const pings = (record: string): number =>
  readFileSync(record, 'utf8')
    .split('\n')
    .filter((line) => line === 'ping').length;
/** Fires the timer after which the connection counts as stable, and then the heartbeat. */
const ringBoth = (timers: ReturnType<typeof heldTimers>): void => {
  timers.ring(30_000);
  timers.ring(30_000);
};

test.each(['answered', 'unknown'])('a ping that is %s keeps it', async (ping) => {
  const record = path.join(tempDir(), 'record');
  const timers = heldTimers(30_000);
  const it = connected(scripted({ record, ping }), { timers });
  await it.call('echo');
  ringBoth(timers);
  await until(async () => (pings(record) === 1 ? true : undefined));
  await it.call('echo');
  expect(it.connection.state).toBe('connected');
});

test('a ping without answer loses it', async () => {
  const timers = heldTimers(30_000, 10_000, 250);
  const it = connected(scripted({ ping: 'silent' }), { timers });
  await it.call('echo');
  await it.when(() => it.events.some(({ event }) => event === 'gateway.discovered'));
  ringBoth(timers);
  await it.call('echo');
  timers.ring(10_000);
  await it.when(() => it.connection.state === 'reconnecting');
  expect(it.connection.fault).toMatchObject({
    code: 'closed',
    message: 'lost the connection to server "it": it did not answer a ping within 10000 ms',
  });
});

test('a busy server lost its session for a ping without answer', async () => {
  const record = path.join(tempDir(), 'record');
  const timers = heldTimers(30_000, 10_000);
  const it = connected(scripted({ record, ping: 'silent' }, { timeout: 20_000 }), { timers });
  await it.call('echo');
  const controller = new AbortController();
  const call = it.connection.request('tools/call', { name: 'hang' }, { signal: controller.signal, repeatable: false });
  await it.call('echo');
  ringBoth(timers);
  await until(async () => (pings(record) === 1 ? true : undefined));
  timers.ring(10_000);
  await until(async () => it.connection.isSilent || undefined);
  await it.call('echo');
  expect(it.connection).toMatchObject({ isSilent: false, state: 'connected' });
  controller.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
});

test('a server over HTTP that answers a ping with an error, after it answered one, has forgotten the session', async () => {
  const server = await startHttpMcpServer();
  const timers = heldTimers(30_000);
  const it = connected(overHttp(server.url), { timers });
  await it.call('echo');
  const pinged = (): number => server.seen.filter(({ what }) => what === 'POST ping').length;
  ringBoth(timers);
  await until(async () => (pinged() === 1 ? true : undefined));
  await it.call('echo');
  server.refuse = (response, what) => {
    if (what !== 'POST ping') return false;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: server.lastId, error: { code: -32603, message: 'no' } }));
    return true;
  };
  timers.ring(30_000);
  await it.when(() => it.events.some(({ event }) => event === 'gateway.connection_lost'));
  expect(it.connection.fault?.message).toBe('lost the connection to server "it": it answers a ping with an error now');
});
