import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { listenForHooks } from '../../../../launcher/hooks/socket/listen-for-hooks.ts';
import { hookFolder } from '../../../../launcher/hosts/hook-client/hook-server.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { listening } from '../listening.ts';

/** Sends a line to the socket, and returns its answer. */
async function said(socket: string, line: string): Promise<string> {
  const connection = connect(socket);
  connection.write(line);
  return await text(connection).catch(() => '');
}

test('a line is answered with a line, in a folder of the user alone, and nothing of it stays', async () => {
  const home = tempDir();
  const { server, close } = await listening(home);
  const folder = hookFolder(home);
  const { socket, token } = server;
  expect(await said(socket, `${JSON.stringify({ token, host: 'codex', input: { a: 1 } })}\n`)).toBe(
    `{"asked":${JSON.stringify({ token, host: 'codex', input: { a: 1 } })}}\n`,
  );
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(JSON.parse(readFileSync(server.socket.replace(/sock$/, 'json'), 'utf8'))).toEqual(server);
  await close();
  expect(readdirSync(folder)).toEqual([]);
});

test('what passes is answered with null', async () => {
  const { server } = await listening(tempDir(), { answer: async () => undefined });
  const { socket, token } = server;
  expect(await said(socket, `${JSON.stringify({ token, host: 'codex', input: {} })}\n`)).toBe('null\n');
});

test('a stranger, another host, a fault and what is no JSON are answered with nothing', async () => {
  const { server } = await listening(tempDir(), { answer: () => Promise.reject(new Error('EIO')) });
  const { socket, token } = server;
  for (const line of [
    JSON.stringify({ token: 'guessed', host: 'codex', input: {} }),
    JSON.stringify({ token, host: 'other', input: {} }),
    JSON.stringify({ token, host: 'codex', input: {} }),
    ...['{"token":', 'null', '1'],
  ]) {
    expect(await said(socket, `${line}\n`)).toBe('');
  }
});

test('a line of 50 MB closes its connection, and no other', async () => {
  const { server } = await listening(tempDir());
  const { socket, token } = server;
  expect(await said(socket, `{"token":"${token}","input":"${'x'.repeat(50_000_000)}"}\n`)).toBe('');
  expect(await said(socket, `${JSON.stringify({ token, host: 'codex', input: {} })}\n`)).toContain('asked');
});

test('what servers that were killed have left is swept, and what others have put there is not', async () => {
  const home = tempDir();
  const folder = hookFolder(home);
  mkdirSync(folder);
  const gone = ['2147483646.sock', '2147483646.json', '2147483646.part', 's1.sock', `${process.ppid}.json`];
  for (const name of [...gone, 'notes.txt']) writeFileSync(path.join(folder, name), '');
  const { server } = await listening(home);
  const name = path.basename(server.socket, '.sock');
  expect(new Set(readdirSync(folder))).toEqual(new Set(['notes.txt', `${name}.json`, `${name}.sock`]));
  expect(existsSync(server.socket)).toBe(true);
});

test('a server whose process has no number here, as in another container, is not swept', async () => {
  const home = tempDir();
  const { server } = await listening(home);
  const description = server.socket.replace(/sock$/, 'json');
  writeFileSync(description, JSON.stringify({ ...server, pid: 2_147_483_646 }));
  const left = createServer();
  // A name by process id, as in old versions, without a description file.
  const socket = path.join(hookFolder(home), '2147483646.sock');
  await new Promise<void>((resolve) => left.listen(socket, resolve));
  onTestFinished(() => void left.close());
  await listening(home);
  for (const file of [server.socket, description, socket]) expect(existsSync(file), file).toBe(true);
});

test('two servers with one process number have sockets of their own', async () => {
  const home = tempDir();
  const [one, other] = [await listening(home), await listening(home)];
  expect(one.server.socket).not.toBe(other.server.socket);
  await one.close();
  expect(existsSync(other.server.socket)).toBe(true);
});

test('a home too deep for a socket is refused with its path', async () => {
  const home = path.join(tempDir(), 'x'.repeat(120));
  const options = { home, client: 'codex', root: '/p', minChars: 1, timeoutMs: 1, answer: async () => undefined };
  await expect(listenForHooks(options)).rejects.toThrow(
    /cannot listen on ".*x{120}.*": expected a path of at most 103 bytes/,
  );
});

test('what cannot be swept keeps nobody from listening', async () => {
  const home = tempDir();
  mkdirSync(path.join(hookFolder(home), '2147483646.json'), { recursive: true });
  const { server } = await listening(home);
  expect(existsSync(server.socket)).toBe(true);
});

test('a server that cannot describe itself leaves no socket', async () => {
  const home = tempDir();
  const write = (): Promise<void> => Promise.reject(new Error('ENOSPC'));
  await expect(listening(home, { write })).rejects.toThrow('ENOSPC');
  expect(readdirSync(hookFolder(home))).toEqual([]);
});
