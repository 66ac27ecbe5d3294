import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { passedExtensions } from '../../../../launcher/gateway/client/extensions.ts';
import { createInstructionsSnapshot } from '../../../../launcher/gateway/tool-snapshot.ts';
import { systemTimers } from '../../../../launcher/platform/timers.ts';
import { answering, startGateway } from '../../../support/gateway.ts';
import { startLauncher } from '../../../support/launcher.ts';
import { tempDir } from '../../../support/temp-dir.ts';

test('all extensions are passed on verbatim, except tasks', () => {
  const others = { 'x/y': { deep: [1] }, 'io.modelcontextprotocol/ui': {} };
  expect(passedExtensions({ extensions: { ...others, 'io.modelcontextprotocol/tasks': {} } })).toEqual(others);
  for (const extensions of [undefined, null, 'x', { 'io.modelcontextprotocol/tasks': {} }])
    expect(passedExtensions({ extensions })).toBeUndefined();
});

/** Two sessions with servers of these capabilities; returns what the second one offers, and the answer to `x/echo`. */
async function secondSession(servers: Readonly<Record<string, object>>) {
  const home = tempDir();
  const mcpServers = Object.fromEntries(
    Object.entries(servers).map(([name, capabilities]) => [name, answering({ capabilities })]),
  );
  writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers }), { mode: 0o600 });
  const session = async () => {
    const launcher = startLauncher(home, { MCP_PRUNER_HOME: home });
    const clientInfo = { name: 'c', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const { result } = await launcher.request('initialize', params);
    await launcher.request('tools/list', {});
    for (const name of Object.keys(servers)) {
      await launcher.request('tools/call', { name: `mcp_${name}_answer`, arguments: { result: { content: [] } } });
    }
    const answered = await launcher.request('x/echo', { a: 1 });
    await launcher.end();
    return { capabilities: result?.['capabilities'] as object, answered };
  };
  await session();
  return await session();
}

test('extensions of a server reach clients, and methods of them reach the server', async () => {
  const tools = {};
  const extensions = { 'x/y': { max: 3 } };
  const { capabilities, answered } = await secondSession({ a: { tools, extensions }, b: { tools } });
  expect(capabilities).toMatchObject({ extensions });
  expect(answered).toMatchObject({ result: {} });
});

test('if two servers have extensions, nobody knows whose a method is, so none is offered', async () => {
  const one = { tools: {}, extensions: { 'x/y': {} } };
  const { capabilities, answered } = await secondSession({ a: one, b: one });
  expect(capabilities).not.toHaveProperty('extensions');
  expect(answered).toMatchObject({ error: { code: -32601 } });
});

test('a session that ends at once still writes down that two servers have extensions', async () => {
  const extensions = { 'x/y': {} };
  const one = answering({ capabilities: { tools: {}, extensions } });
  // Only the end of the session writes anything down.
  const timers = { ...systemTimers, after: () => () => {} };
  const { gateway, home, call, instructions } = await startGateway({ a: one, b: one }, { timers });
  const location = { user: path.join(home, 'mcp-config.json'), project: undefined };
  // As if the first server had been there some time before the second one.
  createInstructionsSnapshot({ location, home, settings: [] }).write({ isLazy: false, text: '', extensions });
  expect(instructions()).toMatchObject({ extensions });
  for (const name of ['a', 'b']) await call(`mcp_${name}_answer`, { result: { content: [] } });
  await gateway.close();
  expect(instructions()).toBeDefined();
  expect(instructions()).not.toHaveProperty('extensions');
});
