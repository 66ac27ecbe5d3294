import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { answering, startGateway } from '../../../support/gateway.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { runInProcess } from '../run-in-process.ts';

const status = (home: string, ...args: string[]) =>
  runInProcess(['mcp', 'status', ...args], { cwd: home, env: { MCP_PRUNER_HOME: home } });

test('status shows the servers of every launcher that runs, and what was called', async () => {
  const { home, call, gateway } = await startGateway({ good: answering(), bad: { command: '/nowhere/at/all' } });
  await call('mcp_good_answer', { result: { content: [{ type: 'text', text: 'x'.repeat(2048) }] } });
  await call('mcp_good_answer', { result: { content: 'no blocks' } });
  const shown = await until(async () => {
    const { stdout, code } = await status(home);
    return /good +connected +1 +2 +1 +0 +\d+ ms +2\.0 KiB/.test(stdout) ? { stdout, code } : undefined;
  });
  expect(shown.code).toBe(1);
  expect(shown.stdout).toContain(`${home} (process ${process.pid}, since `);
  expect(shown.stdout).toMatch(/bad +failed +0 +0 +0 +0 +- +0\.0 KiB +cannot start server "bad"/);
  const { running } = JSON.parse((await status(home, '--json')).stdout);
  expect(running[0].servers[0]).toMatchObject({
    name: 'good',
    state: 'connected',
    tools: 1,
    calls: 2,
    failed: 1,
    bytes: 2048,
  });
  const { stdout: stats } = await runInProcess(['stats'], { cwd: home, env: { MCP_PRUNER_HOME: home } });
  expect(stats).toContain(
    'Other servers, called by the agents that run now\n  good  2 calls, 1 failed, 2.0 KiB of text\n',
  );
  await gateway.close();
  expect(readdirSync(path.join(home, 'run'))).toEqual([]);
});

test('a tool that only runs as a task is not offered; a call and the status say so', async () => {
  const must = { name: 'must', inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } };
  const may = { ...must, name: 'may', execution: { taskSupport: 'optional' } };
  const run = await startGateway({ s: answering({ tools: [must, may] }) });
  const told = (text: string) => until(async () => ((await status(run.home)).stdout.includes(text) ? true : undefined));
  const why = 'it only runs as a task of MCP 2025-11-25, and mcp-pruner has no tasks';
  await told(`must cannot be called: ${why}`);
  expect(await run.names()).toEqual(['mcp_s_may']);
  const called = await run.call('mcp_s_must');
  const message = `cannot call "must" of server "s": ${why}`;
  expect(called).toMatchObject({
    isError: true,
    content: [{ text: `[task_required: ${message}]` }],
    _meta: { 'jeeves/result': { error: { code: 'task_required', message } } },
  });
  expect(run.events.filter(({ event }) => event === 'gateway.definition_refused')).toEqual([]);
  const tested = await runInProcess(['mcp', 'test', 's'], { cwd: run.home, env: { MCP_PRUNER_HOME: run.home } });
  expect(tested.stdout).toContain(why);
});

test('where none runs it says what to do; what a dead one has left goes', async () => {
  const home = tempDir();
  expect(await status(home)).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('mcp-pruner mcp test NAME'),
  });
  const file = path.join(home, 'run', '999999999.json');
  mkdirSync(path.dirname(file));
  writeFileSync(file, JSON.stringify({ pid: 999_999_999, root: '/', started: '', servers: [] }));
  expect(JSON.parse((await status(home, '--json')).stdout)).toEqual({ running: [] });
  expect(existsSync(file)).toBe(false);
});

test('what `mcp test` has listed is offered by the next launcher from its first list on', async () => {
  const servers = { s: answering() };
  const { home } = await startGateway(servers, { start: false });
  const tested = await runInProcess(['mcp', 'test', 's'], { cwd: home, env: { MCP_PRUNER_HOME: home } });
  expect(tested).toMatchObject({ code: 0, stderr: '' });
  expect(await (await startGateway(servers, { home, start: false })).names()).toEqual(['mcp_s_answer']);
});

test('a file that is none of ours is passed over', async () => {
  const home = tempDir();
  mkdirSync(path.join(home, 'run'));
  const odd = ['null', '[]', '"x"', '{"pid":1}', `{"pid":${process.pid},"servers":[null]}`];
  for (const [i, text] of odd.entries()) writeFileSync(path.join(home, 'run', `${i}.json`), text);
  expect(JSON.parse((await status(home, '--json')).stdout)).toEqual({ running: [] });
});
