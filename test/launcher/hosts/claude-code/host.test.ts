import { expect, test } from 'vitest';
import { CLAUDE_CODE, folderHook } from '../../../../launcher/hosts/claude-code/host.ts';

const PLACES = { cwd: '/home/ann/shop', home: '/home/ann', env: {}, platform: 'linux' } as const;

test('the folder is told before calls of our tools that work in it', () => {
  const { matcher = '' } = folderHook('pruner') as { readonly matcher?: string };
  const ours = ['read', 'bash', 'grep'].map((tool) => `mcp__pruner__${tool}`);
  const called = [...ours, 'mcp__pruner__artifact', 'Read', 'mcp__files__read'].filter((tool) =>
    new RegExp(`^(?:${matcher})$`).test(tool),
  );
  expect(called).toEqual(ours);
});

test.each([
  ['/opt/mcp-pruner/dist/index.js', undefined],
  ['/opt/mcp-pruner/launcher/main.ts', 'on'],
])('its settings load the plugin beside %s', (entry, mode) => {
  const launch = { command: 'node', args: [entry], env: mode === undefined ? {} : { MCP_PRUNER_HOOKS: mode } };
  const { values = [] } = CLAUDE_CODE.setup?.hooks?.(PLACES, false, { name: 'pruner', file: '', launch }) ?? {};
  expect(values.map(({ path, value }) => [path.join('.'), value])).toEqual([
    ['extraKnownMarketplaces.mcp-pruner', { source: { source: 'directory', path: '/opt/mcp-pruner' } }],
    ['enabledPlugins.mcp-pruner@mcp-pruner', true],
    ['env.MCP_PRUNER_HOOKS', mode],
    ['env.MCP_PRUNER_HOOK_IGNORE', undefined],
    ['env.MCP_PRUNER_HOOK_CUTS', undefined],
  ]);
});
