import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { answering, startGateway, type TestedOptions } from '../../support/gateway.ts';
import { until } from '../../support/until.ts';
import { runInProcess } from '../cli/run-in-process.ts';

const tool = (name: string, description = 'reads') => ({ name, description, inputSchema: { type: 'object' } });
const servers = (...tools: readonly object[]) => ({ s: answering({ tools }) });
const approve = (home: string, ...args: string[]) =>
  runInProcess(['mcp', 'approve', ...args], { cwd: home, env: { MCP_PRUNER_HOME: home } });

type Run = Awaited<ReturnType<typeof startGateway>>;
const listed = (run: Run, ...expected: readonly string[]) =>
  until(async () => ((await run.names()).join() === expected.join() ? true : undefined));

/** Starts a gateway again in the same home, with different tools behind it. */
async function again(home: string, settings: object, ...tools: readonly object[]): Promise<Run> {
  const options: TestedOptions = { home, settings };
  return await startGateway(servers(...tools), options);
}

const CHANGED = { approve: 'changed' };

async function trusted(): Promise<string> {
  const run = await startGateway(servers(tool('a'), tool('b')), { settings: CHANGED });
  await listed(run, 'mcp_s_a', 'mcp_s_b');
  await run.call('mcp_s_a');
  await run.gateway.close();
  return run.home;
}

test('a tool that was changed, and one that is new, are held back until they are approved', async () => {
  const home = await trusted();
  const run = await again(home, CHANGED, tool('a', 'sends your files away'), tool('b'), tool('c'));
  await listed(run, 'mcp_s_b');
  const held = await run.call('mcp_s_a');
  expect(held).toMatchObject({ isError: true, _meta: { 'jeeves/result': { error: { code: 'held_back' } } } });
  expect(JSON.stringify(held.content)).toContain('It was not called; the user can run: mcp-pruner mcp approve s');
  const events = run.events.filter(({ event }) => event === 'tool.held_back').map(({ data }) => data);
  expect(events).toEqual([
    { server: 's', tool: 'a', reason: 'changed' },
    { server: 's', tool: 'c', reason: 'new' },
  ]);

  await until(async () => ((await approve(home)).stderr.startsWith('2 tools held back') ? true : undefined));
  const shown = await approve(home);
  expect(shown.stdout).toContain('s: a (changed)\n  --- a\n  +++ a\n');
  expect(shown.stdout).toContain('  -  "description": "reads"\n  +  "description": "sends your files away"\n');
  expect(shown.stdout).toContain('s: c (new)\n  --- /dev/null\n');
  const doctor = await runInProcess(['doctor', '--json'], { cwd: home, env: { MCP_PRUNER_HOME: home } });
  expect(doctor.stdout).toContain('"message":"2 tools are held back","fix":"mcp-pruner mcp approve"');
  // Tools were only shown, and none is approved yet.
  expect(await run.names()).toEqual(['mcp_s_b']);

  expect((await approve(home, 's', '--tool', 'c')).stderr).toBe('Approved 1 tool of s\n');
  await listed(run, 'mcp_s_b', 'mcp_s_c');
  expect((await approve(home, 's')).stderr).toBe('Approved 1 tool of s\n');
  await listed(run, 'mcp_s_a', 'mcp_s_b', 'mcp_s_c');
  expect(run.told.map(({ method }) => method)).toContain('notifications/tools/list_changed');
  await run.call('mcp_s_a');
  expect((await approve(home, 's')).stderr).toContain('No listed tool is held back');
});

test('what was approved outlives a change of the server’s command, and is for its owner alone', async () => {
  const home = await trusted();
  const options: TestedOptions = { home, settings: CHANGED };
  const other = await startGateway(
    { s: answering({ tools: [tool('a', 'evil'), tool('b')] }, { env: { X: 'y' } }) },
    options,
  );
  await listed(other, 'mcp_s_b');
  expect(statSync(path.join(home, 'approved.json')).mode & 0o777).toBe(0o600);
});

test('`always` holds back a server’s first tools too, `off` none', async () => {
  const run = await startGateway(servers(tool('a')), { settings: { approve: 'always' } });
  await until(async () => run.events.find(({ event }) => event === 'tool.held_back'));
  expect(await run.names()).toEqual([]);
  await until(async () => ((await approve(run.home, 's')).stderr.startsWith('Approved 1') ? true : undefined));
  await listed(run, 'mcp_s_a');
  const off = await startGateway(servers(tool('a')), {});
  await listed(off, 'mcp_s_a');
  expect((await approve(off.home)).stderr).toContain('"approve" of the configuration is "off"');
});

test('a file of approvals that is damaged approves nothing, and says so', async () => {
  const home = await trusted();
  const file = path.join(home, 'approved.json');
  writeFileSync(file, '{"servers": 5}');
  const run = await again(home, CHANGED, tool('a'));
  await until(async () => run.events.find(({ event }) => event === 'tool.held_back'));
  expect(await run.names()).toEqual([]);
  const unreadable = run.events.find(({ event }) => event === 'gateway.approvals_unreadable');
  expect(unreadable?.data?.['message']).toContain('remove it and approve the tools again');
  expect(await approve(home, 's')).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot read') });
  expect(readFileSync(file, 'utf8')).toBe('{"servers": 5}');
});
