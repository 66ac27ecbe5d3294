import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { mayLackReadFile } from '../../../../launcher/hosts/gemini/hook-calls.ts';
import { parseTomlText } from '../../../../launcher/hosts/parse-toml-text.ts';
import { type Machine, machine } from './init-in-process.ts';

const OTHERS = '{\n  "hooks": {\n    "PostToolUse": [{ "matcher": "Edit", "hooks": [] }]\n  }\n}\n';

interface Settings {
  readonly hooks?: Readonly<
    Record<string, readonly { readonly matcher: string; readonly hooks: readonly object[] }[] | undefined>
  >;
  readonly env?: Readonly<Record<string, string>>;
  readonly enabledPlugins?: Readonly<Record<string, boolean>>;
}

const placeholder = (name: string): string => `\${${name}}`;

function claude(version: string | null = '2.1.332') {
  const one = machine({ claude: version ?? undefined });
  mkdirSync(path.join(one.home, '.claude'));
  const file = path.join(one.home, '.claude/settings.json');
  const settings = (): Settings => JSON.parse(readFileSync(file, 'utf8')) as Settings;
  const servers = (): Record<string, { env?: object }> =>
    (JSON.parse(readFileSync(path.join(one.home, '.claude.json'), 'utf8')) as { mcpServers: Record<string, object> })
      .mcpServers;
  return { ...one, file, settings, servers };
}

test('Claude Code gets the plugin, and a hook that tells our server the folder, beside hooks of others, to the byte', async () => {
  const one = claude();
  writeFileSync(one.file, OTHERS);
  const dry = await one.init('--claude-code', '--dry-run');
  expect(dry.stdout).toMatch(/^\+.*"type": "mcp_tool"/m);
  expect(readFileSync(one.file, 'utf8')).toBe(OTHERS);
  const { stdout } = await one.init('--claude-code', '--name', 'mine');
  expect(stdout).toContain('are only measured until you run `mcp-pruner init --on` once');
  const { hooks, ...settings } = one.settings();
  expect(hooks?.['PostToolUse']).toEqual([{ matcher: 'Edit', hooks: [] }]);
  expect(hooks?.['PreToolUse']).toMatchObject([
    { matcher: 'mcp__mine__(?:read|bash|grep)', hooks: [{ type: 'mcp_tool', server: 'mine', tool: 'hook' }] },
  ]);
  expect(settings).toEqual({
    extraKnownMarketplaces: { 'mcp-pruner': { source: { source: 'directory', path: expect.any(String) } } },
    enabledPlugins: { 'mcp-pruner@mcp-pruner': true },
  });
  await one.init('--claude-code', '--name', 'mine', '--on');
  expect(one.settings().env).toEqual({ MCP_PRUNER_HOOKS: 'on' });
  await one.init('--claude-code', '--name', 'mine', '--env', 'MCP_PRUNER_HOOK_IGNORE=*.sql');
  expect(one.settings().env).toMatchObject({ MCP_PRUNER_HOOK_IGNORE: '*.sql' });
  await one.init('--uninstall', '--name', 'mine');
  expect(readFileSync(one.file, 'utf8')).toBe(OTHERS);
});

test('what hooks of earlier versions did the plugin does now, and uninstalling restores what was before them', async () => {
  const one = claude();
  writeFileSync(one.file, OTHERS);
  await one.init('--claude-code', '--on');
  const input = { transcript_path: placeholder('transcript_path') };
  const own = { hooks: [{ type: 'mcp_tool', server: 'pruner', tool: 'hook', input }] };
  const trap = { hooks: [{ type: 'command', command: 'grep -qs mcp_pruner_code "$CLAUDE_ENV_FILE"' }] };
  const { hooks, ...rest } = one.settings();
  const former = {
    PostToolUse: [...(hooks?.['PostToolUse'] ?? []), { matcher: 'Read|Bash', ...own }],
    MessageDisplay: [own],
    PreToolUse: [...(hooks?.['PreToolUse'] ?? []), { matcher: 'Bash', ...own }],
    SessionStart: [{ matcher: 'compact', ...own }, trap],
  };
  writeFileSync(one.file, JSON.stringify({ ...rest, hooks: former }, null, 2));
  await one.init('--claude-code');
  expect(one.settings().hooks?.['PostToolUse']).toEqual([{ matcher: 'Edit', hooks: [] }]);
  expect(one.settings().hooks?.['PreToolUse']).toHaveLength(1);
  for (const event of ['MessageDisplay', 'SessionStart']) expect(one.settings().hooks?.[event] ?? []).toEqual([]);
  writeFileSync(one.file, JSON.stringify({ ...rest, hooks: former }, null, 2));
  await one.init('--uninstall');
  expect(JSON.parse(readFileSync(one.file, 'utf8'))).toEqual(JSON.parse(OTHERS));
});

test('a hook that stands there stays one, also where the server has another name since', async () => {
  const one = claude();
  await one.init('--claude-code');
  await one.init('--claude-code');
  await one.init('--claude-code', '--name', 'other');
  expect(one.settings().hooks?.['PreToolUse']).toMatchObject([
    { matcher: 'mcp__other__(?:read|bash|grep)', hooks: [{ server: 'other' }] },
  ]);
});

test('what was switched on stays on, and is measured alone before', async () => {
  const one = claude();
  await one.init('--claude-code');
  expect(one.servers()['pruner']?.env).toEqual({ MCP_PRUNER_TOOLS: 'artifact' });
  expect((await one.init('--claude-code', '--on')).stdout).toContain('Results of the agent’s own tools are shortened');
  await one.init('--claude-code');
  expect(one.servers()['pruner']?.env).toEqual({ MCP_PRUNER_TOOLS: 'artifact', MCP_PRUNER_HOOKS: 'on' });
  expect(one.settings().env).toEqual({ MCP_PRUNER_HOOKS: 'on' });
});

test('where hooks do the rest only artifact is listed, unless you ask for all tools or for no hooks', async () => {
  const one = claude();
  const listed = async (...options: readonly string[]): Promise<unknown> => {
    await one.init('--claude-code', ...options);
    return Object(one.servers()['pruner']?.env)['MCP_PRUNER_TOOLS'] as unknown;
  };
  expect(await listed('--no-hooks')).toBeUndefined();
  expect(await listed('--env', 'MCP_PRUNER_HOOKS=off')).toBeUndefined();
  // The entry keeps the variable, so no hook does anything.
  expect(await listed()).toBeUndefined();
  expect(await listed('--env', 'MCP_PRUNER_HOOKS=shadow')).toBe('artifact');
  expect(await listed('--no-hooks')).toBe('all');
  expect(await listed('--env', 'MCP_PRUNER_TOOLS=artifact')).toBe('artifact');
  // Instructions explain all tools.
  expect(await listed('--instructions')).toBe('all');
  expect(await listed('--on')).toBe('all');
  const old = claude('2.1.100');
  await old.init('--claude-code', '--on');
  expect(old.servers()['pruner']?.env).toEqual({ MCP_PRUNER_HOOKS: 'on' });
});

test('init tells which hosts list only artifact, and how to get the rest', async () => {
  const one = claude();
  const only =
    'In Claude Code only the tool `artifact` is listed, because hooks do the rest; `mcp-pruner init --env MCP_PRUNER_TOOLS=all` lists read, bash, grep as well\n';
  expect((await one.init('--claude-code')).stdout).toContain(only);
  expect((await one.init('--claude-code', '--codex', '--force')).stdout).toContain(only);
  expect((await one.init('--claude-code', '--env', 'MCP_PRUNER_TOOLS=all')).stdout).not.toContain(only);
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
  await expect(one.init('--claude-code', '--on', '--no-hooks')).rejects.toThrow(
    'cannot use --on with --no-hooks: expected one of them',
  );
});

test('where Node has no SQLite, init says that nothing is measured', async () => {
  const one = machine({ sqlite: false });
  const { stdout } = await one.init('--cursor', '--force');
  expect(stdout).toContain(
    'Outside Claude Code nothing is measured or counted, and there are no context_* tools: expected Node 22.13 or newer, got v',
  );
  expect(stdout).toContain('in Cursor stay unchanged until you run `mcp-pruner init --on` once');
  expect(stdout).not.toContain('mcp-pruner stats');
  expect((await one.init('--cursor', '--on')).stdout).toContain('Outside Claude Code nothing is measured');
  expect((await machine().init('--cursor', '--force')).stdout).not.toContain('nothing is measured');
});

test('a file of hooks is not said to hold secrets', async () => {
  const one = claude();
  writeFileSync(one.file, OTHERS, { mode: 0o644 });
  const { stderr } = await one.init('--claude-code', '--env', 'API_KEY=x');
  expect(stderr).not.toContain(one.file);
});

test('once results are shortened, the tool that gives lines back runs unasked, and more only where it was asked for', async () => {
  const one = claude();
  const allowed = (): readonly unknown[] | undefined => (one.settings() as Allowing).permissions?.allow;
  await one.init('--claude-code');
  expect(allowed()).toBeUndefined();
  expect((await one.init('--claude-code', '--on', '--dry-run')).stdout).toMatch(/^\+.*"mcp__pruner__artifact"/m);
  await one.init('--claude-code', '--on');
  expect(allowed()).toEqual(['mcp__pruner__artifact']);
  await one.init('--claude-code', '--allow');
  await one.init('--claude-code', '--on');
  expect(allowed()?.toSorted()).toEqual(['mcp__pruner__artifact', 'mcp__pruner__grep', 'mcp__pruner__read']);
  await one.init('--uninstall');
  expect(existsSync(one.file)).toBe(false);

  const gemini = machine({ gemini: '0.61.0' });
  mkdirSync(path.join(gemini.home, '.gemini'));
  const policy = path.join(gemini.home, '.gemini/policies/mcp-pruner.toml');
  await gemini.init('--gemini', '--on');
  expect(readFileSync(policy, 'utf8')).toContain('toolName = ["artifact"]');
  for (const option of ['--allow', '--on']) {
    await gemini.init('--gemini', option);
    expect(readFileSync(policy, 'utf8')).toContain('toolName = ["read","grep","artifact"]');
  }
});

interface Allowing {
  readonly permissions?: { readonly allow?: readonly unknown[] };
}

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
  // An edit by somebody else, so the file is not as `init` left it.
  writeFileSync(one.file, readFileSync(one.file, 'utf8').replace('Bash(ls)', 'Bash(pwd)'));
  await one.init('--uninstall');
  expect(JSON.parse(readFileSync(one.file, 'utf8'))).toEqual({
    permissions: { allow: ['Bash(pwd)', 'mcp__pruner__grep'] },
  });
});

test.each(['2.1.110', '2.1.200', '2.1.289'])(
  'Claude Code %s runs no plugin of ours, gets the tools alone, and a hook that is there is taken out',
  async (version) => {
    const one = claude(version);
    writeFileSync(one.file, OTHERS);
    const { code, stdout } = await one.init('--claude-code', '--on');
    expect(code).toBe(0);
    expect(readFileSync(one.file, 'utf8')).toBe(OTHERS);
    expect(one.servers()).toHaveProperty('pruner');
    expect(stdout).not.toContain('are shortened');
    expect(stdout).toContain(
      `Wrote no hooks for Claude Code: Claude Code ${version} does not support them (2.1.290 or later does); ` +
        'update Claude Code, and run `mcp-pruner init --claude-code` again\n',
    );
    const { withheld } = JSON.parse((await one.init('--claude-code', '--json')).stdout);
    expect(withheld).toMatchObject([{ host: 'claude-code', reason: 'old', why: expect.stringContaining(version) }]);
    // `--force` forces other things, and does not write the hooks either.
    await one.init('--claude-code', '--force');
    expect(readFileSync(one.file, 'utf8')).toBe(OTHERS);
    const hook = {
      type: 'mcp_tool',
      server: 'pruner',
      tool: 'hook',
      input: { transcript_path: placeholder('transcript_path') },
    };
    const text = JSON.stringify({
      hooks: {
        PostToolUse: [
          { matcher: 'Edit', hooks: [] },
          { matcher: 'Read', hooks: [hook] },
        ],
      },
    });
    writeFileSync(one.file, text);
    await one.init('--claude-code');
    expect(one.settings().hooks?.['PostToolUse']).toEqual([{ matcher: 'Edit', hooks: [] }]);
  },
);

test.each(['2.1.290', 'v2.1.290', '2.1.291-beta.1', '2.2.0', '3.0.0'])(
  'Claude Code %s runs the plugin',
  async (version) => {
    const one = claude(version);
    expect((await one.init('--claude-code')).stderr).toBe('');
    expect(one.settings().enabledPlugins).toEqual({ 'mcp-pruner@mcp-pruner': true });
  },
);

test.each([
  [null, 'Claude Code has an unknown version: "claude" is not on PATH'],
  ['no version', 'Claude Code has an unknown version: `claude --version` printed none'],
  ['Node 18.20.1 warns', 'Claude Code has an unknown version: `claude --version` printed none'],
  ['2.1.200"; exit 3; "', 'Claude Code has an unknown version: `claude --version` exited with 3'],
])('a version of %j brings no hook, and takes none away', async (version, why) => {
  const one = claude(version);
  const { stdout } = await one.init('--claude-code');
  expect(stdout).toContain(`Wrote no hooks for Claude Code: ${why}. They need 2.1.290 or later; `);
  expect(existsSync(one.file)).toBe(false);
  await one.init('--claude-code', '--force');
  const before = readFileSync(one.file, 'utf8');
  expect(before).toContain('mcp_tool');
  await one.init('--claude-code');
  expect(readFileSync(one.file, 'utf8')).toBe(before);
});

test.each([
  ['0.30.0', 0],
  ['0.31.0', 1],
  // If the version is unknown, the hook is written. Earlier versions ignore it, so it does no harm.
  [undefined, 1],
])('Gemini CLI %s gets the hook if it knows its answer', async (gemini, hooks) => {
  const one = machine({ gemini });
  const file = one.write('.gemini/settings.json', '{}\n');
  const { code, stdout } = await one.init('--gemini', '--on');
  expect(code).toBe(0);
  const { hooks: written } = JSON.parse(readFileSync(file, 'utf8')) as { hooks?: { AfterTool: object[] } };
  expect(written?.AfterTool ?? []).toHaveLength(hooks);
  const why = 'Wrote no hooks for Gemini CLI: Gemini CLI 0.30.0 does not support them (0.31.0 or later does)';
  expect(stdout.includes(why)).toBe(hooks === 0);
  expect(stdout.includes('are shortened')).toBe(hooks === 1);
});

test('no host is asked for its version where no hooks are wanted', async () => {
  const one = claude('2.1.332"; : > "$HOME/asked"; echo "');
  await one.init('--claude-code', '--no-hooks');
  await one.init('--claude-code', '--uninstall');
  expect(existsSync(path.join(one.home, 'asked'))).toBe(false);
  await one.init('--claude-code');
  expect(existsSync(path.join(one.home, 'asked'))).toBe(true);
});

test('in the home folder the project’s settings are the user’s own, and keep their hooks', async () => {
  const one = claude();
  await one.init('--claude-code');
  const before = readFileSync(one.file, 'utf8');
  await one.initIn(one.home, '--claude-code', '--project');
  expect(readFileSync(one.file, 'utf8')).toBe(before);
});

test('a project’s settings get no hook, since GitHub Copilot CLI would drop the whole file, and one that is there is taken out', async () => {
  const one = claude();
  const file = path.join(one.cwd, '.claude/settings.json');
  const { code, stdout } = await one.init('--claude-code', '--project', '--on', '--allow');
  expect(code).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8'))).not.toHaveProperty('hooks');
  expect(stdout).toContain('Wrote no hooks for Claude Code in this project: GitHub Copilot CLI also reads that file');
  const hook = {
    matcher: 'Read',
    hooks: [
      { type: 'mcp_tool', server: 'pruner', tool: 'hook', input: { transcript_path: placeholder('transcript_path') } },
    ],
  };
  writeFileSync(file, JSON.stringify({ permissions: { deny: ['Bash'] }, hooks: { PostToolUse: [hook] } }));
  await one.init('--claude-code', '--project');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ permissions: { deny: ['Bash'] } });
});

test('beside a plugin that the user has installed our tools are added, and both go together', async () => {
  const one = claude();
  writeFileSync(one.file, '{ "enabledPlugins": { "mcp-pruner@mcp-pruner": true } }\n');
  expect((await one.init('--claude-code', '--on')).code).toBe(0);
  expect(one.servers()).toHaveProperty('pruner');
  expect(one.settings().env).toEqual({ MCP_PRUNER_HOOKS: 'on' });
  await one.init('--claude-code', '--uninstall');
  expect(one.settings()).toEqual({ enabledPlugins: {} });
});

test('Codex gets a hook in a file of its own, and its user is told to trust it', async () => {
  const one = machine();
  one.write('.codex/config.toml', '# mine\n');
  const { stdout } = await one.init('--codex', '--on');
  expect(stdout).toContain('Codex runs no hook that you have not reviewed: start it, enter /hooks');
  const file = path.join(one.home, '.codex/hooks.json');
  const { hooks } = JSON.parse(readFileSync(file, 'utf8')) as Settings;
  expect(hooks?.['PostToolUse']).toEqual([
    { matcher: 'Bash', hooks: [expect.objectContaining({ type: 'mcp_tool', server: 'pruner', tool: 'hook' })] },
  ]);
  expect(JSON.stringify(hooks)).toContain('"host":"codex"');
  expect((await one.init('--codex', '--on')).stdout).toContain('enter /hooks');
  const config = path.join(one.home, '.codex/config.toml');
  writeFileSync(config, `${readFileSync(config, 'utf8')}\n[hooks.state]\n${trustOf(file, 0, OUR_HASH)}`);
  expect((await one.init('--codex', '--on')).stdout).not.toContain('enter /hooks');
  // The folder exists if a server has listened for hooks.
  mkdirSync(path.join(one.home, 'ours/hooks'));
  await one.init('--uninstall');
  expect(existsSync(path.join(one.home, 'ours'))).toBe(false);
  expect(existsSync(file)).toBe(false);
  expect(readFileSync(path.join(one.home, '.codex/config.toml'), 'utf8')).toBe('# mine\n');
});

/** Codex 0.169 writes its trust like this, above a comment at the end. */
const trustOf = (file: string, index: number, hash: string): string =>
  `\n[hooks.state.${JSON.stringify(`${file}:post_tool_use:${index}:0`)}]\ntrusted_hash = "sha256:${hash}"\n`;
/** Hash that Codex stores for the hook with a server "pruner". */
const OUR_HASH = 'f950482063830171ca6bcde9fa316033c0265649e9c726c67f49cec458668ab3';

test('what Codex has noted of our hook goes with the hook, to the byte, and nothing else', async () => {
  const one = machine();
  const file = path.join(one.home, '.codex/hooks.json');
  const END = '# mcp-pruner: end\n';
  const others = trustOf(file, 0, OUR_HASH.replace('f', 'e')) + trustOf('/other/hooks.json', 0, OUR_HASH);
  for (const mine of ['# mine\nmodel = "x"\n', `model = "x"\n\n[hooks.state]\n${others}\n# last\n`]) {
    const config = one.write('.codex/config.toml', mine);
    for (const again of [['--codex'], ['--codex', '--on']]) {
      await one.init('--codex');
      const state = mine.includes('hooks.state') ? '' : '\n[hooks.state]\n';
      const asSet = readFileSync(config, 'utf8');
      writeFileSync(config, asSet.replace(END, `${state}${trustOf(file, 1, OUR_HASH)}${END}`));
      await one.init(...again);
      await one.init('--uninstall');
      expect(readFileSync(config, 'utf8'), again.join(' ')).toBe(mine);
      expect(existsSync(file)).toBe(false);
    }
  }
});

test('without hooks, and in a project, what Codex has noted of ours goes as well, and the server stays', async () => {
  const one = machine();
  one.write('.codex/config.toml', '# mine\n');
  const config = path.join(one.home, '.codex/config.toml');
  const note = (file: string): string => `\n[hooks.state]\n${trustOf(file, 0, OUR_HASH)}`;
  await one.init('--codex');
  const asSet = readFileSync(config, 'utf8');
  writeFileSync(config, asSet + note(path.join(one.home, '.codex/hooks.json')));
  await one.init('--codex', '--no-hooks');
  expect(readFileSync(config, 'utf8')).toBe(asSet);
  await one.init('--codex', '--project');
  writeFileSync(config, asSet + note(path.join(one.cwd, '.codex/hooks.json')));
  await one.init('--codex', '--project', '--uninstall');
  expect(readFileSync(config, 'utf8')).toBe(asSet);
  await one.init('--uninstall');
  expect(readFileSync(config, 'utf8')).toBe('# mine\n');
});

test('Codex lets tools that change nothing run unasked where it was asked for, and never bash', async () => {
  const one = machine();
  const config = one.write('.codex/config.toml', '# mine\n');
  await one.init('--codex');
  expect(readFileSync(config, 'utf8')).not.toContain('approval_mode');
  const { stdout } = await one.init('--codex', '--allow', '--dry-run');
  expect(stdout).toMatch(/^\+tools = \{read=\{approval_mode="approve"\},grep=.*,artifact=.*\}$/m);
  await one.init('--codex', '--allow');
  await one.init('--codex', '--allow');
  const codex = await parseTomlText(readFileSync(config, 'utf8'));
  const approve = { approval_mode: 'approve' };
  expect(codex).toMatchObject({
    root: { mcp_servers: { pruner: { tools: { read: approve, grep: approve, artifact: approve } } } },
  });
  expect(readFileSync(config, 'utf8')).not.toMatch(/bash/);
  await one.init('--uninstall');
  expect(readFileSync(config, 'utf8')).toBe('# mine\n');
});

/** Rule by which Gemini CLI runs tools that change nothing without asking. */
const RULE = { mcpName: 'pruner', toolName: ['read', 'grep', 'artifact'], decision: 'allow', priority: 100 };

test('Gemini CLI gets a policy where it was asked for, in a file of its own', async () => {
  const one = machine();
  const before = '{ "tools": { "allowed": ["run_shell_command(git)"] } }\n';
  const settings = one.write('.gemini/settings.json', before);
  const policies = path.join(one.home, '.gemini/policies');
  await one.init('--gemini');
  expect(existsSync(policies)).toBe(false);
  const { stdout } = await one.init('--gemini', '--allow', '--dry-run');
  expect(stdout).toMatch(/^\+decision = "allow"$/m);
  await one.init('--gemini', '--allow');
  const file = path.join(policies, 'mcp-pruner.toml');
  expect(await parseTomlText(readFileSync(file, 'utf8'))).toEqual({ ok: true, root: { rule: [RULE] } });
  expect(await mayLackReadFile([path.join(one.home, '.gemini')])).toBe(false);
  expect(JSON.parse(readFileSync(settings, 'utf8'))).toMatchObject(JSON.parse(before) as object);
  // The user's own comment in that file stays.
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n# mine\n`);
  await one.init('--gemini', '--allow', '--name', 'other');
  expect(readFileSync(file, 'utf8')).toMatch(/mcpName = "other"[\s\S]*# mine\n$/);
  await one.init('--uninstall', '--name', 'other');
  expect(readFileSync(file, 'utf8')).toBe('\n# mine\n');
  const other = machine();
  other.write('.gemini/settings.json', before);
  await other.init('--gemini', '--allow');
  await other.init('--uninstall');
  expect(readdirSync(path.join(other.home, '.gemini'))).toEqual(['settings.json']);
});

test('what an earlier init has allowed in Gemini CLI’s settings, of which it warns, becomes a policy', async () => {
  const one = machine();
  const before = '{\n  "tools": {\n    "allowed": ["run_shell_command(git)"]\n  }\n}\n';
  const settings = one.write('.gemini/settings.json', before);
  await one.init('--gemini');
  const names = ['read', 'grep', 'artifact'].map((tool) => `, "mcp_pruner_${tool}"`);
  writeFileSync(settings, readFileSync(settings, 'utf8').replace('(git)"', `(git)"${names.join('')}`));
  await one.init('--gemini', '--on');
  expect((JSON.parse(readFileSync(settings, 'utf8')) as { tools: object }).tools).toEqual({
    allowed: ['run_shell_command(git)'],
  });
  expect(readFileSync(path.join(one.home, '.gemini/policies/mcp-pruner.toml'), 'utf8')).toContain('"pruner"');
  await one.init('--uninstall');
  expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual(JSON.parse(before));
  expect(existsSync(path.join(one.home, '.gemini/policies'))).toBe(false);
});

test('a project gets no policy of Gemini CLI, which would have no effect, and its user is told', async () => {
  const one = machine();
  const { stdout } = await one.init('--gemini', '--project', '--allow');
  expect(stdout).toContain('only reads permissions from your own settings: `mcp-pruner init --gemini --allow`');
  expect(existsSync(path.join(one.home, '.gemini/policies'))).toBe(false);
  expect(existsSync(path.join(one.cwd, '.gemini/policies'))).toBe(false);
});

test.each([
  ['nothing', '{}\n', { pruner_read: 'allow', pruner_grep: 'allow', pruner_artifact: 'allow' }],
  [
    'other rules, which stand before ours',
    '{\n  // mine\n  "permission": { "*": "ask", "pruner_grep": "deny" }\n}\n',
    { '*': 'ask', pruner_grep: 'deny', pruner_read: 'allow', pruner_artifact: 'allow' },
  ],
  ['one rule for all that allows it', '{ "permission": "allow" }\n', 'allow'],
])('opencode lets tools that change nothing run unasked where it was asked for, beside %s', async (_, text, rules) => {
  const one = machine();
  const file = one.write('.config/opencode/opencode.json', text);
  expect((await one.init('--opencode', '--allow')).code).toBe(0);
  const permission = (): unknown => (parse(readFileSync(file, 'utf8')) as { permission?: unknown }).permission;
  expect(permission()).toEqual(rules);
  if (typeof rules === 'object') expect(Object.keys(permission() as object)).toEqual(Object.keys(rules));
  await one.init('--opencode', '--allow');
  expect(permission()).toEqual(rules);
  // Somebody has edited the file.
  writeFileSync(file, readFileSync(file, 'utf8').replace(/\}\n$/, '  // more\n}\n'));
  await one.init('--uninstall');
  expect(parse(readFileSync(file, 'utf8'))).toEqual(parse(text));
  const other = machine();
  const again = other.write('.config/opencode/opencode.json', text);
  await other.init('--opencode', '--allow');
  await other.init('--uninstall');
  expect(readFileSync(again, 'utf8')).toBe(text);
});

test('one rule of opencode for all that asks is not overruled, and told', async () => {
  const one = machine();
  const text = '{ "permission": "ask" }\n';
  const file = one.write('.config/opencode/opencode.json', text);
  const { code, stderr } = await one.init('--opencode', '--allow');
  expect(code).toBe(1);
  expect(stderr).toContain('"permission" is not an object');
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('opencode gets our plugin beside those of others, in the file of its servers', async () => {
  const one = machine();
  const before = '{\n  // mine\n  "plugin": ["other"]\n}\n';
  const file = one.write('.config/opencode/opencode.jsonc', before);
  const { stdout } = await one.init('--opencode', '--on', '--dry-run');
  expect(stdout.match(/^\+\+\+ /gm)).toHaveLength(1);
  await one.init('--opencode', '--on');
  const lists = (): readonly unknown[] => {
    const read = JSON.parse(readFileSync(file, 'utf8').replace('// mine', '')) as Record<string, unknown>;
    return [read['plugin'], read['plugins']];
  };
  const ours = '/opt/mcp-pruner/dist/bin/mcp-pruner-opencode.js';
  expect(lists()).toEqual([['other', ours], [ours]]);
  await one.init('--opencode', '--on', '--env', 'MCP_PRUNER_HOME=/srv/kept');
  const options = { home: '/srv/kept' };
  // opencode 1 ignores the list for OpenCode 2.
  expect(lists()).toEqual([['other', [ours, options]], [{ package: ours, options }]]);
  await one.init('--opencode', '--no-hooks');
  expect(lists()).toEqual([['other'], undefined]);
  await one.init('--uninstall');
  expect(readFileSync(file, 'utf8')).toBe(before);
});

/** Writes the files that opencode adds to its folder before it loads a local plugin. */
function opencodeStarts(one: Machine, dependencies: object = { '@opencode-ai/plugin': '1.18.33' }): void {
  one.write('.config/opencode/package.json', JSON.stringify({ dependencies }));
  for (const file of ['package-lock.json', 'node_modules/zod/index.js']) one.write(`.config/opencode/${file}`, 'x');
}

test('what opencode installs for our plugin goes with it', async () => {
  const one = machine();
  await one.init('--opencode', '--force', '--on');
  opencodeStarts(one);
  one.write('.config/opencode/.gitignore', 'node_modules');
  const { stdout } = await one.init('--uninstall', '--dry-run');
  expect(stdout).toContain(`Would remove ${path.join(one.home, '.config/opencode/node_modules')}, which opencode`);
  await one.init('--uninstall');
  // opencode writes this file without mcp-pruner as well.
  expect(readdirSync(path.join(one.home, '.config/opencode'))).toEqual(['.gitignore']);
});

test.each<[string, (one: Machine) => void, (one: Machine) => void]>([
  ['was there before', opencodeStarts, () => {}],
  ['another plugin needs', () => {}, (one) => one.write('.config/opencode/plugins/mine.js', '')],
  [
    'a plugin of the settings needs',
    () => {},
    (one) => one.write('.config/opencode/opencode.jsonc', '{"plugin":["x"]}'),
  ],
  ['our plugin in the project needs', () => {}, (one) => one.init('--opencode', '--project')],
  ['the user has added to', () => {}, (one) => opencodeStarts(one, { '@opencode-ai/plugin': '1', mine: '1' })],
])('what opencode has installed stays if it %s', async (_, before, after) => {
  const one = machine();
  before(one);
  await one.init('--opencode', '--force', '--on');
  opencodeStarts(one);
  await after(one);
  await one.init('--uninstall');
  expect(existsSync(path.join(one.home, '.config/opencode/node_modules/zod/index.js'))).toBe(true);
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

/** Cursor's list of hooks. */
interface CursorHooks {
  readonly version?: unknown;
  readonly hooks?: { readonly postToolUse?: readonly { readonly command: string; readonly matcher: string }[] };
}

/** Cursor takes everything after two slashes for a comment, even in strings. */
const asCursorReads = (file: string): CursorHooks =>
  parse(readFileSync(file, 'utf8').replaceAll(/\/\/.*$/gm, '')) as CursorHooks;

test('Cursor gets a file of hooks, with the version without which it runs none, and loses it again', async () => {
  const one = machine();
  one.write('.cursor/mcp.json', '{}\n');
  const file = path.join(one.home, '.cursor/hooks.json');
  const dry = await one.init('--cursor', '--dry-run');
  expect(dry.stdout).toMatch(/^\+.*hook\.cjs cursor/m);
  expect(dry.stdout).toMatch(/^\+.*"version": 1/m);
  expect(existsSync(file)).toBe(false);
  const { stdout } = await one.init('--cursor');
  expect(stdout).toContain('Results of other MCP servers in Cursor are only measured');
  await one.init('--cursor');
  expect((await one.init('--cursor', '--on')).stdout).toContain('Results of other MCP servers in Cursor are shortened');
  expect(asCursorReads(file)).toEqual({
    version: 1,
    hooks: {
      postToolUse: [
        {
          command: expect.stringMatching(/^sh -c '\[ -f \/opt\/mcp-pruner\/dist\/bin\/hook\.cjs \] && .*; exit 0'$/),
          ...{ matcher: expect.stringMatching(/MCP:$/), timeout: 5 },
        },
      ],
    },
  });
  await one.init('--uninstall');
  expect(existsSync(file)).toBe(false);
  expect(readFileSync(path.join(one.home, '.cursor/mcp.json'), 'utf8')).toBe('{}\n');
});

test.each([
  ['of others', '{\n  // mine\n  "version": 1,\n  "hooks": { "stop": [{ "command": "./stop.sh" }] }\n}\n'],
  ['after tools', '{"hooks":{"postToolUse":[{"command":"mine","matcher":"Write"}]},"version":1}'],
  ['with CRLF', '{\r\n\t"version": 1, // one\r\n\t"hooks": {}\r\n}\r\n'],
  ['without a version', '{ "hooks": { "stop": [] } }\n'],
  ['of nothing', '{}'],
  ['that is empty', ''],
])('a file of Cursor’s hooks %s is kept beside ours, and restored to the byte', async (_, before) => {
  const one = machine();
  const file = one.write('.cursor/hooks.json', before);
  await one.init('--cursor');
  const known = (parse(before) ?? {}) as CursorHooks;
  const read = asCursorReads(file);
  const [last] = read.hooks?.postToolUse?.slice(-1) ?? [];
  expect(last?.command).toContain('hook.cjs cursor');
  expect(read).toEqual({
    version: 1,
    hooks: { ...known.hooks, postToolUse: [...(known.hooks?.postToolUse ?? []), last] },
  });
  await one.init('--cursor', '--env', 'MCP_PRUNER_HOME=/srv/kept');
  expect(asCursorReads(file).hooks?.postToolUse?.at(-1)?.command).toContain('export MCP_PRUNER_HOME=/srv/kept; ');
  await one.init('--uninstall');
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a file of hooks that was made for ours keeps what makes others in it run, and goes with the last of them', async () => {
  const one = machine();
  one.write('.cursor/mcp.json', '{}');
  const file = path.join(one.home, '.cursor/hooks.json');
  await one.init('--cursor');
  const mine = '"hooks": {\n    "stop": [{ "command": "mine" }],';
  writeFileSync(file, readFileSync(file, 'utf8').replace('"hooks": {', mine));
  await one.init('--cursor', '--no-hooks');
  expect(asCursorReads(file)).toEqual({ version: 1, hooks: { stop: [{ command: 'mine' }] } });
  await one.init('--cursor');
  await one.init('--uninstall');
  expect(asCursorReads(file)).toEqual({ version: 1, hooks: { stop: [{ command: 'mine' }] } });
  const other = machine();
  other.write('.cursor/mcp.json', '{}');
  await other.init('--cursor');
  const others = path.join(other.home, '.cursor/hooks.json');
  // Somebody reformats the file.
  writeFileSync(others, `${JSON.stringify(JSON.parse(readFileSync(others, 'utf8')))}\n`);
  await other.init('--uninstall');
  expect(existsSync(others)).toBe(false);
});

test('what a record that is gone would tell of Cursor’s hooks is not guessed', async () => {
  const one = machine();
  const file = one.write('.cursor/hooks.json', '{ "version": 1, "hooks": {} }\n');
  await one.init('--cursor');
  rmSync(path.join(one.home, 'ours'), { recursive: true });
  await one.init('--uninstall');
  expect(asCursorReads(file)).toEqual({ version: 1, hooks: { postToolUse: [] } });
});

test.each(['{}', '{"a":1}', '{\n  "a": 1,\n}\n'])(
  'where hooks go from a file that keeps our server, no comma is left for what went: %j',
  async (before) => {
    const one = machine({ gemini: '0.61.0' });
    const settings = one.write('.gemini/settings.json', before);
    await one.init('--gemini');
    await one.init('--gemini', '--no-hooks');
    const isStrict = !before.includes(',\n}');
    const text = readFileSync(settings, 'utf8');
    expect(isStrict ? JSON.parse(text) : parse(text)).toMatchObject({ mcpServers: { pruner: {} } });
    expect(text).not.toContain('hooks"');
    await one.init('--uninstall');
    expect(readFileSync(settings, 'utf8')).toBe(before);
  },
);

test('a file of hooks that has none, and none of ours, is left as it is', async () => {
  const one = machine();
  const files = ['.cursor/hooks.json', '.copilot/hooks/mcp-pruner.json'].map((name) =>
    one.write(name, '{"version":1}'),
  );
  const { stdout } = await one.init('--uninstall');
  expect(stdout).toBe('mcp-pruner was not found\n');
  for (const file of files) expect(readFileSync(file, 'utf8')).toBe('{"version":1}');
});

test('Cursor’s hooks of a project stand in the project', async () => {
  const one = machine();
  await one.init('--cursor', '--project');
  const file = path.join(one.cwd, '.cursor/hooks.json');
  expect(asCursorReads(file).hooks?.postToolUse).toHaveLength(1);
  await one.init('--cursor', '--project', '--uninstall');
  expect(existsSync(path.join(one.cwd, '.cursor'))).toBe(false);
});

test('beside a host whose own tools are shortened, Cursor’s results are not told apart', async () => {
  const one = machine();
  one.write('.cursor/mcp.json', '{}');
  one.write('.codex/config.toml', '');
  expect((await one.init('--on')).stdout).toContain('Results of the agent’s own tools are shortened');
});
