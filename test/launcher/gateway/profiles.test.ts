import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { answering, startGateway } from '../../support/gateway.ts';
import { startLauncher } from '../../support/launcher.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { runInProcess } from '../cli/run-in-process.ts';

const tool = (name: string) => ({ name, description: 'theirs', inputSchema: { type: 'object' } });
const settings = { profiles: { review: { servers: ['s'], tools: { s: { allowedTools: ['get_*'] } } } } };

test('an agent is offered the servers and tools of its profile alone', async () => {
  const servers = { s: answering({ tools: [tool('get_a'), tool('drop_a')] }), t: answering() };
  const { names, call } = await startGateway(servers, { profile: 'review', settings });
  await until(async () => ((await names()).join() === 'mcp_s_get_a' ? true : undefined));
  await expect(call('mcp_s_drop_a')).rejects.toThrow('No server has');
  await expect(call('mcp_t_answer')).rejects.toThrow('No server has');
});

test('what is said of a tool in the configuration counts, and the server gets its own name', async () => {
  const tools = { get_a: { name: 'look', description: 'ours', annotations: { readOnlyHint: true } } };
  const annotations = { title: 'A', readOnlyHint: false };
  const listed = [{ ...tool('get_a'), annotations }, tool('get_b')];
  const { gateway, names, call, events } = await startGateway({ s: answering({ tools: listed }, { tools }) });
  await until(async () => ((await names()).join() === 'mcp_s_look,mcp_s_get_b' ? true : undefined));
  const [look] = await gateway.tools.list({ structured: true });
  expect(look).toMatchObject({ description: 'ours', annotations: { title: 'A', readOnlyHint: true } });
  expect(JSON.stringify(await call('mcp_s_look', { x: 1 }))).toContain('get_a');
  await expect(call('mcp_s_get_a')).rejects.toThrow('No server has');
  expect(events.map(({ event }) => event)).not.toContain('tool.definition_changed');
});

test('two tools that are given one name stay two', async () => {
  const tools = { a: { name: 'same' }, b: { name: 'same' } };
  const { names, call } = await startGateway({ s: answering({ tools: [tool('a'), tool('b')] }, { tools }) });
  const [one, other] = await until(async () => ((await names()).length === 2 ? await names() : undefined));
  expect([one, other]).toEqual(['mcp_s_same', expect.stringMatching(/^mcp_s_same_[0-9a-f]{8}$/)]);
  expect(JSON.stringify(await call(other as string))).toContain('\\"name\\":\\"b\\"');
});

test('a profile that nobody has is refused with those that there are, by the server and by list', async () => {
  const home = tempDir();
  const config = { ...settings, mcpServers: { s: answering() } };
  writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify(config), { mode: 0o600 });
  const launcher = startLauncher(home, { MCP_PRUNER_HOME: home, MCP_PRUNER_PROFILE: 'reveiw' });
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
  await launcher.request('initialize', params);
  await launcher.request('tools/list', {});
  const refused = await launcher.event('gateway.config_refused');
  expect(refused.data?.['message']).toBe('cannot use the profile "reveiw": expected one of "review"');
  await launcher.end();
  const list = await runInProcess(['mcp', 'list', '--profile', 'reveiw'], {
    cwd: home,
    env: { MCP_PRUNER_HOME: home },
  });
  expect(list).toMatchObject({ code: 1, stderr: expect.stringContaining('expected one of "review"') });
});
