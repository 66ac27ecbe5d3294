import { expect, test } from 'vitest';
import { startLauncher } from '../../support/launcher.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { aboutRefunds, LONG, readCall } from './claude-session.ts';

const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'claude-code', version: '2' },
};

async function connected(folder: string, env: Readonly<Record<string, string>>) {
  const launcher = startLauncher(folder, { MCP_PRUNER_HOME: folder, ...env });
  await launcher.request('initialize', INITIALIZE);
  return launcher;
}

test('the server that a host runs answers its hooks, and offers its model nothing for it', async () => {
  const folder = tempDir();
  const launcher = await connected(folder, { MCP_PRUNER_HOOKS: 'on', MCP_PRUNER_HOOK_TIMEOUT_MS: '60000' });
  const { result: listed } = await launcher.request('tools/list');
  expect((listed?.['tools'] as { name: string }[] | undefined)?.map(({ name }) => name)).not.toContain('hook');
  const call = readCall(aboutRefunds(folder));
  const { result } = await launcher.request('tools/call', { name: 'hook', arguments: call });
  const [block] = (result?.['content'] ?? []) as { text: string }[];
  const { hookSpecificOutput } = JSON.parse(block?.text ?? '') as { hookSpecificOutput: { updatedToolOutput: object } };
  const { file } = hookSpecificOutput.updatedToolOutput as { file: { content: string; filePath: string } };
  expect(file.content).toContain('export function update_refund');
  expect(file.content.length).toBeLessThan(LONG.length / 2);
  const [, ref] = /ref="(ax:[^"]+)"/.exec(file.content) ?? [];
  const back = await launcher.request('tools/call', {
    name: 'artifact',
    arguments: { ref, pattern: 'update_wishlist' },
  });
  expect(JSON.stringify(back.result)).toContain('export function update_wishlist');
});

test('until it is switched on, and for what is no call, every result passes', async () => {
  const folder = tempDir();
  const launcher = await connected(folder, {});
  for (const call of [readCall(aboutRefunds(folder)), {}, 'text', undefined]) {
    const { result } = await launcher.request('tools/call', { name: 'hook', arguments: call });
    expect(result?.['content']).toEqual([{ type: 'text', text: '{}' }]);
  }
});
