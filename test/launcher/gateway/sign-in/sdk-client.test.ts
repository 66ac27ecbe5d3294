import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type AuthProvider,
  type JSONRPCMessage,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { NODE } from '../../../runtime/started.ts';
import { until } from '../../../support/until.ts';

// Each test is a reason for our own code (ARCHITECTURE.md, "The SDK, and our own code"). If one of them fails, that
// code can go.

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' } as const;
const NUMBER = '{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"id":1234567890123456789}}}';
const ROUNDED = { structuredContent: { id: Number('1234567890123456789') } };

/** Returns the messages that the SDK gets from a server, and the process that the server started. */
async function overStdio(answer: string): Promise<{ got: JSONRPCMessage[]; started: number }> {
  const script = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
    process.stderr.write(String(child.pid));
    process.stdin.once('data', () => process.stdout.write(${JSON.stringify(answer)} + '\\n')).on('end', () => process.exit(0));`;
  const transport = new StdioClientTransport({ command: NODE, args: ['-e', script], stderr: 'pipe' });
  const got: JSONRPCMessage[] = [];
  transport.onmessage = (message) => void got.push(message);
  const printed = once(transport.stderr as NonNullable<typeof transport.stderr>, 'data');
  await transport.start();
  const started = Number(String((await printed)[0]));
  onTestFinished(() => void process.kill(started));
  await transport.send(PING);
  await until(async () => got.length > 0 || undefined);
  await transport.close();
  return { got, started };
}

test('over stdio it rounds numbers, and leaves running what a server has started', async () => {
  const { got, started } = await overStdio(NUMBER);
  expect(got).toMatchObject([{ result: ROUNDED }]);
  expect(process.kill(started, 0)).toBe(true);
});

test('over stdio a line of more than 10 MiB ends the connection', () => {
  expect(STDIO_DEFAULT_MAX_BUFFER_SIZE).toBe(10 * 1024 * 1024);
});

/** Returns the messages that the SDK gets from a server with this answer. */
async function overHttp(status: number, body: string, authProvider?: AuthProvider): Promise<JSONRPCMessage[]> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  const transport = new StreamableHTTPClientTransport(url, { ...(authProvider && { authProvider }) });
  const got: JSONRPCMessage[] = [];
  transport.onmessage = (message) => void got.push(message);
  await transport.start();
  await transport.send(PING).finally(() => transport.close());
  return got;
}

test('over HTTP it rounds numbers', async () => {
  expect(await overHttp(200, NUMBER)).toMatchObject([{ result: ROUNDED }]);
});

test('it does not say which token was refused', async () => {
  const told: object[] = [];
  const authProvider: AuthProvider = {
    token: async () => 'old',
    onUnauthorized: async (context) => {
      told.push(context);
      throw new Error('no other');
    },
  };
  await expect(overHttp(401, '{}', authProvider)).rejects.toThrow('no other');
  expect(told.map(Object.keys)).toEqual([['response', 'serverUrl', 'fetchFn']]);
});
