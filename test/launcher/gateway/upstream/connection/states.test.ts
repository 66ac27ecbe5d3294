import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MCPConfigError } from '../../../../../launcher/gateway/config/server-errors.ts';
import { freePort } from '../../../../support/ports.ts';
import { tempDir } from '../../../../support/temp-dir.ts';
import { heldTimers } from '../../../platform/process/held-timers.ts';
import { type Connected, connected, overHttp, SCRIPTED, scripted } from './connected.ts';

const failures = (it: Connected): Record<string, unknown>[] =>
  it.events.filter(({ event }) => event === 'gateway.connect_failed').map(({ data }) => data);
const starts = (record: string): number =>
  readFileSync(record, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('start')).length;

test('one that is disabled does nothing', async () => {
  const it = connected(scripted({}, { enabled: false }));
  it.connection.start();
  await expect(it.call('echo')).rejects.toMatchObject({ name: 'MCPConnectionError', code: 'disabled', sent: false });
  expect([it.connection.state, it.states, it.events]).toEqual(['disabled', [], []]);
});

test('a wrong configuration has failed before anything is tried', async () => {
  const message = 'cannot use mcpServers.it.args: expected an array of strings';
  const it = connected({ name: 'it', ok: false, issues: [{ path: 'mcpServers.it.args', message }] });
  expect(it.connection.state).toBe('failed');
  it.connection.start();
  await expect(it.call('echo')).rejects.toBe(it.connection.fault);
  expect(it.connection.fault).toBeInstanceOf(MCPConfigError);
  expect(it.connection.fault).toMatchObject({
    code: 'invalid',
    message: `cannot use the configuration of server "it": ${message}`,
  });
});

test('a variable that is missing fails the server by its name, and is not tried again', async () => {
  const variable = '$' + '{NOT_THERE_AT_ALL}';
  const it = connected(scripted({}, { env: { A: variable } }));
  it.connection.start();
  await it.when(() => it.connection.state === 'failed');
  await expect(it.call('echo')).rejects.toMatchObject({
    name: 'MCPConfigError',
    code: 'missing_variable',
    message:
      'cannot use the configuration of server "it": environment variables that are not set: NOT_THERE_AT_ALL, at mcpServers.it.env.A',
  });
  expect(it.states).toEqual(['connecting', 'failed']);
});

test('a command that is missing has failed, and is looked for again by a call', async () => {
  const it = connected(scripted({}, { command: 'no-such-command-anywhere', args: ['s3cret'] }));
  it.connection.start();
  await it.when(() => it.connection.state === 'failed');
  const message = 'cannot start server "it": command "no-such-command-anywhere" was not found, or is not executable';
  expect(it.connection.fault).toMatchObject({ code: 'spawn_failed', message });
  await expect(it.call('echo')).rejects.toMatchObject({ code: 'spawn_failed', sent: false });
  expect(it.states).toEqual(['connecting', 'failed', 'connecting', 'failed']);
  expect(JSON.stringify(it.events)).not.toContain('s3cret');
});

test('a folder that is missing is told as such', async () => {
  const it = connected(scripted({}, { cwd: '/no/such/folder' }));
  await expect(it.call('echo')).rejects.toMatchObject({
    code: 'spawn_failed',
    message: 'cannot start server "it": its cwd is not a directory',
  });
});

test('one that hangs on initialize is given up and ended', async () => {
  const record = path.join(tempDir(), 'record');
  const it = connected(scripted({ hang: true, record }, { connectTimeout: 300, autoReconnect: false }));
  it.connection.start();
  await it.when(() => it.connection.state === 'disconnected');
  expect(it.connection.fault).toMatchObject({
    code: 'timeout',
    message: 'cannot connect to server "it": it did not answer "initialize" within 300 ms',
  });
});

test('one that exits at once is told with what it printed, without secrets', async () => {
  const token = `ghp_${'a1B2'.repeat(9)}`;
  const script = { exitAtOnce: 7, stderr: `no such flag; token ${token}; key hunter22` };
  const it = connected(scripted(script, { autoReconnect: false, env: { KEY: 'hunter22' } }));
  it.connection.start();
  await it.when(() => it.connection.state === 'disconnected');
  expect(it.connection.fault).toMatchObject({
    code: 'closed',
    message:
      'cannot connect to server "it": its process exited with code 7, stderr: ' +
      'no such flag; token [redacted:github-token]; key [redacted]',
  });
  expect(failures(it)).toEqual([
    {
      server: 'it',
      code: 'closed',
      message: 'cannot connect to server "it": its process exited with code 7',
      attempt: 1,
    },
  ]);
});

test.each([
  ['badHandshake', true, 'cannot connect to server "it": its answer to "initialize" is none of MCP'],
  [
    'protocolVersion',
    '1999-01-01',
    'cannot connect to server "it": Server\'s protocol version is not supported: 1999-01-01',
  ],
])('a handshake that is none: %s', async (key, value, message) => {
  const it = connected(scripted({ [key]: value }, { autoReconnect: false }));
  await expect(it.call('echo')).rejects.toMatchObject({ code: 'handshake_failed', message });
});

test('an older protocol is taken', async () => {
  const it = connected(scripted({ protocolVersion: '2024-11-05' }));
  await it.call('echo');
  expect(it.connection.facts?.protocolVersion).toBe('2024-11-05');
});

test('one that refuses our version is asked in its own', async () => {
  const it = connected(scripted({ only: '2025-03-26' }));
  await it.call('echo');
  expect(it.connection.facts?.protocolVersion).toBe('2025-03-26');
  const old = connected(scripted({ only: '2023-01-01' }, { autoReconnect: false }));
  const message = expect.stringContaining('"initialize" with error -32602: Unsupported protocol version');
  await expect(old.call('echo')).rejects.toMatchObject({ code: 'handshake_failed', message });
});

test('one that keeps dying is started after longer and longer waits', async () => {
  const record = path.join(tempDir(), 'record');
  const waits = [250, 500, 1000, 2000, 4000];
  const timers = heldTimers(...waits);
  const it = connected(scripted({ exitAtOnce: 1, record }), { timers });
  it.connection.start();
  for (const [n, wait] of waits.entries()) {
    await it.when(() => it.states.filter((state) => state === 'reconnecting').length === n + 1);
    expect(starts(record)).toBe(n + 1);
    timers.ring(wait);
  }
  await it.when(() => it.states.filter((state) => state === 'reconnecting').length === waits.length + 1);
  const delays = it.events.filter(({ event }) => event === 'gateway.reconnecting').map(({ data }) => data);
  expect(delays.map(({ attempt, delay_ms }) => [attempt, delay_ms])).toEqual(
    [...waits, 8000].map((wait, n) => [n + 1, wait]),
  );
});

test('one that dies right after connecting waits longer too, until it was well for a while', async () => {
  const timers = heldTimers(250, 500, 30_000);
  const it = connected(scripted(), { timers });
  const lose = async (): Promise<void> => {
    await it.when(() => it.connection.state === 'connected');
    await expect(it.call('die')).rejects.toMatchObject({ code: 'closed', sent: true });
    await it.when(() => it.connection.state === 'reconnecting');
  };
  it.connection.start();
  await lose();
  timers.ring(250);
  await lose();
  timers.ring(500);
  await it.when(() => it.connection.state === 'connected');
  // The heartbeat and the timer after which the connection counts as stable have the same length, so ring both.
  timers.ring(30_000);
  timers.ring(30_000);
  await lose();
  expect(it.events.filter(({ event }) => event === 'gateway.reconnecting').map(({ data }) => data['delay_ms'])).toEqual(
    [250, 500, 250],
  );
});

test('without autoReconnect a lost one rests until it is used', async () => {
  const it = connected(scripted({}, { autoReconnect: false }));
  await it.call('echo');
  await expect(it.call('die')).rejects.toMatchObject({
    code: 'closed',
    sent: true,
    message: 'lost the connection to server "it": its process exited with code 4',
  });
  expect(it.connection.state).toBe('disconnected');
  expect(it.connection.fault).toMatchObject({ code: 'closed' });
  await it.call('echo');
  expect(it.connection.fault).toBeUndefined();
  expect(it.states).toEqual(['connecting', 'connected', 'disconnected', 'connecting', 'connected']);
});

test('calls at once on a lost one share one new process', async () => {
  const record = path.join(tempDir(), 'record');
  const it = connected(scripted({ record }, { autoReconnect: false }));
  await Promise.all(Array.from({ length: 20 }, () => it.call('echo')));
  await it.call('die').catch(() => {});
  await Promise.all(Array.from({ length: 20 }, () => it.call('echo')));
  expect(starts(record)).toBe(2);
});

test('a caller who leaves while it connects does not end the attempt', async () => {
  const it = connected(scripted());
  const controller = new AbortController();
  const call = it.connection.request('tools/call', { name: 'echo' }, { signal: controller.signal, repeatable: true });
  controller.abort(new Error('left'));
  await expect(call).rejects.toThrow('left');
  await it.call('echo');
  expect(it.states).toEqual(['connecting', 'connected']);
});

test('nothing secret is in an event', async () => {
  const it = connected(scripted({}, { args: [SCRIPTED, '{}', 'ARG-5ecret'], env: { K: 'ENV-5ecret' } }));
  await it.call('echo');
  await it.call('die').catch(() => {});
  const origin = `http://127.0.0.1:${await freePort()}`;
  const http = connected(overHttp(`${origin}/PATH-5ecret?key=5ecret`, { headers: { 'x-key': 'HEADER-5ecret' } }));
  await expect(http.call('echo')).rejects.not.toThrow('5ecret');
  // Runtimes tell a refused connection differently.
  expect(http.connection.fault?.message).toMatch(
    /^cannot use server "it" at http:\/\/127\.0\.0\.1:\d+: (the connection (broke|failed)|ECONNREFUSED)$/,
  );
  expect(JSON.stringify([it.events, http.events])).not.toContain('5ecret');
});

test('a server that printed why and hangs was only said not to have answered', async () => {
  const timers = heldTimers(10_000);
  const it = connected(scripted({ hang: true, stderr: 'waiting for the key hunter22' }, { env: { KEY: 'hunter22' } }), {
    timers,
  });
  it.connection.start();
  await it.when(() => it.events.some(({ event }) => event === 'gateway.stderr'));
  timers.ring(10_000);
  await it.when(() => it.connection.state === 'reconnecting');
  const message = 'cannot connect to server "it": it did not answer "initialize" within 10000 ms';
  expect(it.connection.fault?.message).toBe(`${message}, stderr: waiting for the key [redacted]`);
  expect(it.events.find(({ event }) => event === 'gateway.connect_failed')?.data).toMatchObject({ message });
});

test('a server that answers no MCP is told with what it printed', async () => {
  const it = connected(scripted({ badHandshake: true, stderr: 'version 0 is too old' }, { autoReconnect: false }));
  await expect(it.call('echo')).rejects.toThrow('is none of MCP, stderr: version 0 is too old');
});
