import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { StdioServerConfig } from '../../../../../launcher/gateway/config/server-config.ts';
import { createStdioTransport } from '../../../../../launcher/gateway/upstream/transport/stdio-transport.ts';
import type { UpstreamTransport } from '../../../../../launcher/gateway/upstream/transport/upstream-transport.ts';
import { systemTimers } from '../../../../../launcher/platform/timers.ts';
import { ROOT } from '../../../../runtime/started.ts';
import { SCRIPTED, scripted } from '../connection/connected.ts';

interface Received {
  readonly transport: UpstreamTransport;
  next(): Promise<Record<string, unknown>>;
  readonly closed: Promise<void>;
}

function receiving(
  config: Partial<StdioServerConfig>,
  env: Record<string, string | undefined> = process.env,
): Received {
  const transport = createStdioTransport({
    server: 'it',
    config: { ...(scripted() as StdioServerConfig), ...config },
    env,
    cwd: ROOT,
    log: () => {},
    timers: systemTimers,
  });
  onTestFinished(() => transport.close());
  const messages: Record<string, unknown>[] = [];
  let wanted = (): void => {};
  transport.onmessage = (message) => {
    messages.push(message as Record<string, unknown>);
    wanted();
  };
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  const next = async (): Promise<Record<string, unknown>> => {
    if (messages.length === 0) {
      await new Promise<void>((resolve) => {
        wanted = resolve;
      });
    }
    return messages.shift() ?? {};
  };
  return { transport, next, closed };
}

const call = (name: string): { jsonrpc: '2.0'; id: number; method: string; params: { name: string } } => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name },
});

test('a child has the safelisted environment and its own, and runs where it is told', async () => {
  const env = { ...process.env, PRUNER_API_KEY: 'no', AWS_SECRET_ACCESS_KEY: 'no', LANG: 'C' };
  const it = receiving({ env: { OWN: 'yes' }, cwd: 'test/support', args: [SCRIPTED, '{}', 'x y'] }, env);
  await it.transport.start();
  await it.transport.send(call('env'));
  const { result } = (await it.next()) as { result: { env: Record<string, string>; cwd: string; argv: string[] } };
  expect(result.env).toMatchObject({ OWN: 'yes', LANG: 'C' });
  expect(result.env['PRUNER_API_KEY'] ?? result.env['AWS_SECRET_ACCESS_KEY']).toBeUndefined();
  expect([result.cwd, result.argv]).toEqual([path.join(ROOT, 'test/support'), ['x y']]);
});

test('its own PATH is where a command is looked for', async () => {
  const it = receiving({ env: { PATH: '/nowhere' } });
  await expect(it.transport.start()).rejects.toMatchObject({ code: 'spawn_failed' });
});

test.each(['./no-such-file', 'test/support', './package.json'])('%s cannot be run', async (command) => {
  const it = receiving({ command });
  await expect(it.transport.start()).rejects.toMatchObject({
    code: 'spawn_failed',
    message: `cannot start server "it": command ${JSON.stringify(command)} was not found, or is not executable`,
  });
});

test('what cannot be written was not sent', async () => {
  const it = receiving({});
  await expect(it.transport.send(call('echo'))).rejects.toMatchObject({ code: 'closed', sent: false });
  await it.transport.start();
  await it.transport.send(call('die'));
  await it.closed;
  expect(it.transport.ending).toBe('its process exited with code 4');
  await expect(it.transport.send(call('echo'))).rejects.toMatchObject({
    code: 'closed',
    sent: false,
    message: 'lost the connection to server "it": its process exited with code 4',
  });
});

test('every write is answered for when it ends, however much was to be written', async () => {
  const it = receiving({ command: 'sleep', args: ['5000'] });
  await it.transport.start();
  const big = { jsonrpc: '2.0' as const, id: 2, method: 'tools/call', params: { text: 'x'.repeat(1 << 20) } };
  const sent = Promise.allSettled(Array.from({ length: 3 }, () => it.transport.send(big)));
  await it.transport.close();
  expect((await sent).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

test('the end of a long stderr is kept', async () => {
  const it = receiving({ args: [SCRIPTED, JSON.stringify({ stderr: `${'a'.repeat(9000)}\nthe end`, exitAtOnce: 1 })] });
  await it.transport.start();
  await it.closed;
  expect(it.transport.ending).toBe('its process exited with code 1, stderr: the end');
});

test('closing before and while it starts', async () => {
  const before = receiving({});
  await before.transport.close();
  await expect(before.transport.start()).rejects.toMatchObject({ code: 'closed' });
  const meanwhile = receiving({});
  const started = meanwhile.transport.start().catch(() => {});
  await meanwhile.transport.close();
  await started;
});
