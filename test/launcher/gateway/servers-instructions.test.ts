import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { answering, startGateway } from '../../support/gateway.ts';
import { startLauncher } from '../../support/launcher.ts';
import { tempDir } from '../../support/temp-dir.ts';

test('what a server says of itself is there for the next start, before anything is connected', async () => {
  const servers = { s: answering({ instructions: 'Ask first.' }), t: answering() };
  const { gateway, home, call, instructions } = await startGateway(servers);
  await call('mcp_s_answer');
  await gateway.close();
  expect(instructions()?.text).toContain('s:\n> Ask first.');
  const next = await startGateway(servers, { home, start: false });
  await next.gateway.close();
  expect(next.instructions()?.text).toContain('s:\n> Ask first.');
  next.configure({ t: answering(), u: answering() });
  expect(next.instructions()).toBeUndefined();
});

test('a client is handed them with the answer to initialize, from the second session on', async () => {
  const home = tempDir();
  const mcpServers = { small: answering({ instructions: 'Read before you write.\u001b[2J' }) };
  writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers }), { mode: 0o600 });
  const initialize = async (): Promise<string> => {
    const launcher = startLauncher(home, { MCP_PRUNER_HOME: home });
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
    const { result } = await launcher.request('initialize', params);
    await launcher.request('tools/list', {});
    await launcher.event('gateway.connected');
    await launcher.end();
    return result?.['instructions'] as string;
  };
  expect(await initialize()).not.toContain('Read before you write.');
  expect(await initialize()).toMatch(
    /question too\.\n\nInstructions of [^\n]*:\n\nsmall:\n> Read before you write\.\[2J$/,
  );
});

test('a client that defers tools itself is told of no search, and listed all tools, from its first list on', async () => {
  const home = tempDir();
  const mcpServers = { small: answering() };
  writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers }), { mode: 0o600 });
  const session = async (name: string, lazy = 'auto'): Promise<readonly boolean[]> => {
    const env = { MCP_PRUNER_HOME: home, MCP_PRUNER_LAZY_TOKENS: '0', MCP_PRUNER_LAZY: lazy };
    const launcher = startLauncher(home, env);
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name, version: '1' } };
    const { result } = await launcher.request('initialize', params);
    const listed = await launcher.request('tools/list', {});
    // After this, the gateway remembers the server's lists.
    if (!existsSync(path.join(home, 'gateway', 'lists.json'))) {
      await launcher.next(({ method }) => method === 'notifications/tools/list_changed');
    }
    await launcher.end();
    return [String(result?.['instructions']), JSON.stringify(listed)].map((text) => text.includes('find_tool'));
  };
  await session('other');
  expect(await session('other')).toEqual([true, true]);
  // No settings file here starts the launcher with alwaysLoad.
  expect(await session('claude-code')).toEqual([false, false]);
  expect(await session('other')).toEqual([true, true]);
  await session('claude-code', 'on');
  expect(await session('claude-code', 'on')).toEqual([true, true]);
});
