import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { machine } from './init-in-process.ts';

const OTHERS = '{\n  "hooks": {\n    "PostToolUse": [{ "matcher": "Edit", "hooks": [] }]\n  }\n}\n';

interface Settings {
  readonly hooks?: {
    readonly PostToolUse?: readonly { readonly matcher: string; readonly hooks: readonly object[] }[];
  };
}

const placeholder = (name: string): string => `\${${name}}`;

function claude() {
  const one = machine();
  mkdirSync(path.join(one.home, '.claude'));
  const file = path.join(one.home, '.claude/settings.json');
  const settings = (): Settings => JSON.parse(readFileSync(file, 'utf8')) as Settings;
  const servers = (): Record<string, { env?: object }> =>
    (JSON.parse(readFileSync(path.join(one.home, '.claude.json'), 'utf8')) as { mcpServers: Record<string, object> })
      .mcpServers;
  return { ...one, file, settings, servers };
}

test('the hook asks our server by its name, beside hooks of others, and is taken out to the byte', async () => {
  const one = claude();
  writeFileSync(one.file, OTHERS);
  const dry = await one.init('--claude-code', '--dry-run');
  expect(dry.stdout).toMatch(/^\+.*"type": "mcp_tool"/m);
  expect(readFileSync(one.file, 'utf8')).toBe(OTHERS);
  const { stdout } = await one.init('--claude-code', '--name', 'mine');
  expect(stdout).toContain('`mcp-pruner init --on` does it');
  const [other, ours] = one.settings().hooks?.PostToolUse ?? [];
  expect(other).toEqual({ matcher: 'Edit', hooks: [] });
  expect(ours?.hooks).toEqual([
    expect.objectContaining({
      ...{ type: 'mcp_tool', server: 'mine', tool: 'hook' },
      input: expect.objectContaining({
        tool_response: placeholder('tool_response'),
        agent_id: placeholder('agent_id'),
      }),
    }),
  ]);
  await one.init('--uninstall', '--name', 'mine');
  expect(readFileSync(one.file, 'utf8')).toBe(OTHERS);
});

test('a hook that stands there stays one, also where the server has another name since', async () => {
  const one = claude();
  await one.init('--claude-code');
  await one.init('--claude-code');
  await one.init('--claude-code', '--name', 'other');
  expect(one.settings().hooks?.PostToolUse).toEqual([
    {
      matcher: 'Read|Bash|Grep|Glob|WebFetch|mcp__(?!other__).*',
      hooks: [expect.objectContaining({ server: 'other' })],
    },
  ]);
});

test('what was switched on stays on, and is measured alone before', async () => {
  const one = claude();
  await one.init('--claude-code');
  expect(one.servers()['pruner']?.env).toBeUndefined();
  expect((await one.init('--claude-code', '--on')).stdout).toContain('Results of the agent’s own tools are shortened');
  await one.init('--claude-code');
  expect(one.servers()['pruner']?.env).toEqual({ MCP_PRUNER_HOOKS: 'on' });
});

test('no hook is put in where nobody wants one, or where another has the name of our server', async () => {
  const one = claude();
  await one.init('--claude-code', '--no-hooks');
  expect(existsSync(one.file)).toBe(false);
  const other = claude();
  other.write('.claude.json', '{ "mcpServers": { "pruner": { "command": "other" } } }');
  expect((await other.init('--claude-code')).code).toBe(1);
  expect(existsSync(other.file)).toBe(false);
});

test('hooks that nobody wants any more are taken out again, and nothing else', async () => {
  const one = claude();
  writeFileSync(one.file, OTHERS);
  await one.init('--claude-code', '--allow');
  const { stdout } = await one.init('--claude-code', '--no-hooks', '--allow');
  expect(stdout).toContain(`Took mcp-pruner out of ${one.file}`);
  expect(one.settings()).toEqual({
    ...(JSON.parse(OTHERS) as object),
    permissions: { allow: ['mcp__pruner__read', 'mcp__pruner__grep', 'mcp__pruner__artifact'] },
  });
  await one.init('--uninstall');
  expect(readFileSync(one.file, 'utf8')).toBe(OTHERS);
});

test('what is said of the mode is what was written', async () => {
  const one = claude();
  const { stdout } = await one.init('--claude-code', '--on', '--env', 'MCP_PRUNER_HOOKS=off');
  expect(one.servers()['pruner']?.env).toEqual({ MCP_PRUNER_HOOKS: 'off' });
  expect(stdout).not.toContain('own tools');
  await expect(one.init('--claude-code', '--on', '--no-hooks')).rejects.toThrow('cannot use --on with --no-hooks');
});

test('a file of hooks is not said to hold secrets', async () => {
  const one = claude();
  writeFileSync(one.file, OTHERS, { mode: 0o644 });
  const { stderr } = await one.init('--claude-code', '--env', 'API_KEY=x');
  expect(stderr).not.toContain(one.file);
});

test('tools that change nothing are allowed where it was asked for; what the user had allowed himself stays', async () => {
  const one = claude();
  const text = '{\n  "permissions": { "allow": ["Bash(ls)", "mcp__pruner__grep"] }\n}\n';
  writeFileSync(one.file, text);
  await one.init('--claude-code');
  expect(one.settings()).toMatchObject({ permissions: { allow: ['Bash(ls)', 'mcp__pruner__grep'] } });
  await one.init('--claude-code', '--allow');
  expect(one.settings()).toMatchObject({
    permissions: { allow: ['Bash(ls)', 'mcp__pruner__grep', 'mcp__pruner__read', 'mcp__pruner__artifact'] },
  });
  // Somebody else's edit: it is no more what we left.
  writeFileSync(one.file, readFileSync(one.file, 'utf8').replace('Bash(ls)', 'Bash(pwd)'));
  await one.init('--uninstall');
  expect(JSON.parse(readFileSync(one.file, 'utf8'))).toEqual({
    permissions: { allow: ['Bash(pwd)', 'mcp__pruner__grep'] },
  });
});

test('Codex gets a hook in a file of its own, and its user is told to trust it', async () => {
  const one = machine();
  one.write('.codex/config.toml', '# mine\n');
  const { stdout } = await one.init('--codex', '--on');
  expect(stdout).toContain('Codex runs no hook that you have not reviewed: start it, enter /hooks');
  const file = path.join(one.home, '.codex/hooks.json');
  const { hooks } = JSON.parse(readFileSync(file, 'utf8')) as Settings;
  expect(hooks?.PostToolUse).toEqual([
    {
      matcher: 'Bash',
      hooks: [expect.objectContaining({ type: 'mcp_tool', server: 'pruner', tool: 'hook' })],
    },
  ]);
  expect(JSON.stringify(hooks)).toContain('"host":"codex"');
  expect((await one.init('--codex', '--on')).stdout).not.toContain('enter /hooks');
  // Where a server has listened.
  mkdirSync(path.join(one.home, 'ours/hooks'));
  await one.init('--uninstall');
  expect(existsSync(path.join(one.home, 'ours'))).toBe(false);
  expect(existsSync(file)).toBe(false);
  expect(readFileSync(path.join(one.home, '.codex/config.toml'), 'utf8')).toBe('# mine\n');
});

test('opencode gets our plugin beside those of others, in the file of its servers', async () => {
  const one = machine();
  const before = '{\n  // mine\n  "plugin": ["other"]\n}\n';
  const file = one.write('.config/opencode/opencode.jsonc', before);
  const { stdout } = await one.init('--opencode', '--on', '--dry-run');
  expect(stdout.match(/^\+\+\+ /gm)).toHaveLength(1);
  await one.init('--opencode', '--on');
  const plugins = (): unknown =>
    (JSON.parse(readFileSync(file, 'utf8').replace('// mine', '')) as { plugin: unknown }).plugin;
  expect(plugins()).toEqual(['other', '/opt/mcp-pruner/dist/bin/mcp-pruner-opencode.js']);
  await one.init('--opencode', '--on', '--env', 'MCP_PRUNER_HOME=/srv/kept');
  expect(plugins()).toEqual(['other', ['/opt/mcp-pruner/dist/bin/mcp-pruner-opencode.js', { home: '/srv/kept' }]]);
  await one.init('--opencode', '--no-hooks');
  expect(plugins()).toEqual(['other']);
  await one.init('--uninstall');
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('Gemini CLI gets a command that fails for nobody, and other hooks stay', async () => {
  const one = machine();
  const before = '{\n  "hooks": { "AfterTool": [{ "hooks": [{ "type": "command", "command": "mine" }] }] }\n}\n';
  const file = one.write('.gemini/settings.json', before);
  const dry = await one.init('--gemini', '--on', '--dry-run');
  expect(dry.stdout).toContain('hook.cjs gemini');
  expect(readFileSync(file, 'utf8')).toBe(before);
  await one.init('--gemini', '--on');
  await one.init('--gemini', '--on');
  const { hooks } = JSON.parse(readFileSync(file, 'utf8')) as { hooks: { AfterTool: { hooks: object[] }[] } };
  expect(hooks.AfterTool).toHaveLength(2);
  expect(hooks.AfterTool[1]).toMatchObject({
    matcher: 'read_file|run_shell_command|grep_search|web_fetch',
    hooks: [
      {
        ...{ name: 'mcp-pruner', type: 'command', timeout: 5000 },
        command: expect.stringMatching(/^\[ -f \/opt\/mcp-pruner\/dist\/bin\/hook\.cjs \] && .*; exit 0$/),
      },
    ],
  });
  await one.init('--uninstall');
  expect(readFileSync(file, 'utf8')).toBe(before);
});
