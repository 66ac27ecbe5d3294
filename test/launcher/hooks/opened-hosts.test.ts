import { expect, test } from 'vitest';
import { createOpenedHosts } from '../../../launcher/hooks/opened-hosts.ts';
import { isServerOf } from '../../../launcher/hosts/hook-client/hook-server.ts';
import { HOOK_HOSTS } from '../../../launcher/hosts/hosts.ts';

test('a host is opened once, and one without hooks never', async () => {
  const hosts = createOpenedHosts();
  for (const { name } of HOOK_HOSTS) {
    const [first, again] = await Promise.all([hosts.of(name), hosts.of(name)]);
    expect(first, name).toBeDefined();
    expect(again).toBe(first);
  }
  expect(await hosts.of('vscode')).toBeUndefined();
  await hosts.close();
});

test.each([
  ['claude-code', 'claude-code'],
  ['codex', 'codex-mcp-client'],
  ['cursor', 'cursor-vscode'],
  ['gemini', 'gemini-cli-mcp-client'],
  ['opencode', 'opencode'],
])('hooks of %s find the server whose client is %s, and no other host’s', (host, client) => {
  const found = HOOK_HOSTS.filter(({ name }) => isServerOf(name, { client }));
  expect(found.map(({ name }) => name)).toEqual([host]);
});
