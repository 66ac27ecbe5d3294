import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import type { StdioServerConfig } from '../../../../launcher/gateway/config/server-config.ts';
import { serveShared } from '../../../../launcher/gateway/shared/serve-shared.ts';
import { OPEN, sharedKey, sharedSocket } from '../../../../launcher/gateway/shared/shared-socket.ts';
import { systemTimers } from '../../../../launcher/platform/timers.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { scripted } from '../upstream/connection/connected.ts';

const IDLE = 123_456;

async function serve() {
  const socket = path.join(tempDir(), 's.sock');
  let idle: (() => void) | undefined;
  const timers = {
    ...systemTimers,
    after(ms: number, run: () => void) {
      if (ms !== IDLE) return systemTimers.after(ms, run);
      idle = run;
      return () => {
        idle = undefined;
      };
    },
  };
  const serving = await serveShared({ socket, log: () => {}, timers, idleMs: IDLE });
  if (serving === undefined) throw new Error('somebody listens');
  onTestFinished(serving.close);
  return { ...serving, socket, timers, isWaiting: () => idle !== undefined, pass: () => idle?.() };
}

/** Requests a server, and resolves to the first answer. */
async function open(
  file: string,
  config = scripted() as StdioServerConfig,
): Promise<{ answer: unknown; socket: Socket }> {
  const socket = connect(file);
  const asked = { server: 'it', config, env: { PATH: process.env['PATH'] ?? '' }, cwd: tempDir() };
  socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: 0, method: OPEN, params: asked })}\n`);
  const line = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))));
  return { answer: JSON.parse(line.split('\n')[0] ?? ''), socket };
}

test('without launchers it is idle; what runs ends with it', async () => {
  const { idle, isWaiting, pass, close, socket: file } = await serve();
  expect(isWaiting()).toBe(true);
  const { answer, socket } = await open(file);
  expect(answer).toEqual({ jsonrpc: '2.0', id: 0, result: {} });
  expect(isWaiting()).toBe(false);
  socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'pid' } })}\n`);
  socket.destroy();
  await until(async () => isWaiting() || undefined);
  pass();
  await idle;
  await close();
});

test('a server that cannot be started is told with the reason, and others go on', async () => {
  const { socket: file } = await serve();
  const { answer } = await open(file, scripted({}, { command: 'no-such-command' }) as StdioServerConfig);
  expect(answer).toMatchObject({
    error: { data: { code: 'spawn_failed', message: expect.stringContaining('no-such-command') } },
  });
  expect((await open(file)).answer).toMatchObject({ result: {} });
});

test('of two processes one serves', async () => {
  const { socket, timers } = await serve();
  expect(await serveShared({ socket, log: () => {}, timers, idleMs: IDLE })).toBeUndefined();
});

test('a socket has a place on systems that have sockets, and each version its own', () => {
  expect(sharedSocket('/home/u/.mcp-pruner', '1.0.0', 'linux')).toMatch(
    /^\/home\/u\/\.mcp-pruner\/run\/g-[0-9a-f]{8}\.sock$/,
  );
  expect(sharedSocket('/h', '1.0.0', 'linux')).not.toBe(sharedSocket('/h', '1.0.1', 'linux'));
  expect(sharedSocket(`/${'a'.repeat(100)}`, '1.0.0', 'darwin')).toBeUndefined();
  expect(sharedSocket('C:\\h', '1.0.0', 'win32')).toBeUndefined();
});

test('launchers share what is started in the same way, whatever an agent adds to its environment', async () => {
  const config = scripted() as StdioServerConfig;
  const asked = { server: 'a', config, env: { PATH: '/bin', HOME: '/h' }, cwd: '/w' };
  const key = await sharedKey(asked);
  const env = { PATH: '/agent/bin:/bin', HOME: '/h', TERM: 'xterm' };
  expect(await sharedKey({ ...asked, server: 'b', env })).toBe(key);
  const others = [
    { ...asked, cwd: '/other' },
    { ...asked, env: { PATH: '/bin', HOME: '/other' } },
    { ...asked, config: { ...config, env: { KEY: 'k' } } },
    { ...asked, config: { ...config, args: [...config.args, 'x'] } },
  ];
  expect(new Set([key, ...(await Promise.all(others.map(sharedKey)))]).size).toBe(others.length + 1);
});

test('launchers whose PATH finds another program by the same name do not share', async () => {
  const [one, other] = [tempDir(), tempDir()];
  for (const folder of [one, other]) writeFileSync(path.join(folder, 'serve'), '', { mode: 0o755 });
  const config = scripted({}, { command: 'serve' }) as StdioServerConfig;
  const keyIn = (PATH: string) => sharedKey({ server: 'a', config, env: { PATH }, cwd: '/w' });
  expect(await keyIn(other)).not.toBe(await keyIn(one));
  expect(await keyIn(`${one}:${other}`)).toBe(await keyIn(one));
});

test('a message nested too deep to be written ended the process, and with it the servers of all', async () => {
  const { socket: file } = await serve();
  const body = `
    const write = (line) => process.stdout.write(line + '\\n');
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      if (method === 'answer') write('{"jsonrpc":"2.0","id":' + id + ',"result":{"x":' + deep + '}}');
      if (method === 'tell') write('{"jsonrpc":"2.0","method":"notifications/message","params":{"data":' + deep + '}}');
      if (method === 'ask') write('{"jsonrpc":"2.0","id":"q","method":"roots/list","params":{"x":' + deep + '}}');
      if (method === undefined) write('{"jsonrpc":"2.0","method":"heard","params":' + line + '}');
    });`;
  const { socket } = await open(file, scripted({}, { command: 'node', args: ['-e', body] }) as StdioServerConfig);
  const lines: string[] = [];
  createInterface({ input: socket }).on('line', (line) => void lines.push(line));
  for (const [id, method] of ['tell', 'ask', 'answer'].entries()) {
    socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, method })}\n`);
  }
  const brackets = '['.repeat(200_000) + ']'.repeat(200_000);
  if (isWritable(brackets)) {
    // Newer versions of V8 write any depth, so all messages arrive unchanged.
    await until(async () => lines.filter((line) => line.includes(brackets)).length === 3 || undefined);
    return;
  }
  await until(async () => lines.length === 2 || undefined);
  const error = { code: -32603, message: expect.stringContaining('nested too deeply') };
  const heard = lines.map((line) => JSON.parse(line) as unknown);
  expect(heard).toContainEqual({ jsonrpc: '2.0', id: 2, error });
  expect(heard).toContainEqual({ jsonrpc: '2.0', method: 'heard', params: { jsonrpc: '2.0', id: 'q', error } });
});

function isWritable(json: string): boolean {
  try {
    return JSON.stringify(JSON.parse(json)) === json;
  } catch {
    return false;
  }
}
