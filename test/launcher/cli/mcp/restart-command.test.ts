import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { answering, startGateway } from '../../../support/gateway.ts';
import { until } from '../../../support/until.ts';
import { runInProcess } from '../run-in-process.ts';

const restart = (home: string, ...args: string[]) =>
  runInProcess(['mcp', 'restart', ...args], { cwd: home, env: { MCP_PRUNER_HOME: home } });

test('a server is started anew where an agent runs, and its tools are there again', async () => {
  const { home, call, events, gateway } = await startGateway({ s: answering(), t: answering() });
  await call('mcp_s_answer');
  await until(async () => (readdirSync(path.join(home, 'run')).length > 0 ? true : undefined));
  const { code, stdout, stderr } = await restart(home, 's');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(`${home} (process ${process.pid}): connected\n`);
  const connected = events.filter(({ event, data }) => event === 'gateway.connected' && data?.['server'] === 's');
  expect(connected).toHaveLength(2);
  expect(events.filter(({ event, data }) => event === 'gateway.connected' && data?.['server'] === 't')).toHaveLength(1);
  await call('mcp_s_answer');
  await gateway.close();
  expect(readdirSync(path.join(home, 'run'))).toEqual([]);
});

test('one that cannot start again is told with its fault, one that runs nowhere as such', async () => {
  const { home } = await startGateway({ bad: { command: '/nowhere/at/all' } });
  await until(async () => (readdirSync(path.join(home, 'run')).length > 0 ? true : undefined));
  const { code, stdout } = await restart(home, 'bad');
  expect(code).toBe(1);
  expect(stdout).toContain('failed, cannot start server "bad"');
  expect(stdout).toContain('see mcp-pruner mcp logs bad');
  expect(await restart(home, 'none')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('expected one of "bad"'),
  });
  const idle = await startGateway({ s: answering() }, { start: false });
  expect(await restart(idle.home, 's')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('No agent runs "s"'),
  });
});
