import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { listHosts } from '../../../../launcher/cli/init/list-hosts.ts';
import { readHostFile } from '../../../../launcher/hosts/read-host-file.ts';
import { type Machine, machine, WORKS } from './init-in-process.ts';

const LAUNCH = { command: '/opt/node', args: ['/opt/mcp-pruner/dist/index.js'] };
const SECRET = 'hunter2hunter2';

interface HostFiles {
  readonly flag: string;
  readonly user: string;
  readonly project: string;
  /** Returns the server's entry in the file. */
  readonly at: (root: Record<string, Record<string, unknown>>) => unknown;
  readonly server: object;
  readonly sample: string;
}

const JSON_SAMPLE = (key: string): string =>
  `{\n  // kept\n  "${key}": {\n    "z": { "command": "z", "env": { "API_KEY": "${SECRET}" } }, // last\n  },\n}\n`;

/** Environment where hooks suffice, because the instructions explain all tools. */
const ALL_TOOLS = { MCP_PRUNER_TOOLS: 'all' };

const HOSTS: readonly HostFiles[] = [
  {
    flag: '--claude-code',
    user: '.claude.json',
    project: 'project/.mcp.json',
    at: ({ mcpServers }) => mcpServers?.['pruner'],
    server: { type: 'stdio', ...LAUNCH, env: ALL_TOOLS, alwaysLoad: true },
    sample: JSON_SAMPLE('mcpServers'),
  },
  {
    flag: '--codex',
    user: '.codex/config.toml',
    project: 'project/.codex/config.toml',
    at: (root) => root['mcp_servers']?.['pruner'],
    server: { ...LAUNCH, env: { MCP_PRUNER_MAX_RESPONSE_BYTES: '10240' } },
    sample: `# kept\n[mcp_servers.z]\ncommand = "z"\nenv = { API_KEY = "${SECRET}" }\n`,
  },
  {
    flag: '--cursor',
    user: '.cursor/mcp.json',
    project: 'project/.cursor/mcp.json',
    at: ({ mcpServers }) => mcpServers?.['pruner'],
    server: { type: 'stdio', ...LAUNCH },
    sample: JSON_SAMPLE('mcpServers'),
  },
  {
    flag: '--vscode',
    user:
      process.platform === 'darwin' ? 'Library/Application Support/Code/User/mcp.json' : '.config/Code/User/mcp.json',
    project: 'project/.vscode/mcp.json',
    at: ({ servers }) => servers?.['pruner'],
    server: { type: 'stdio', ...LAUNCH },
    sample: JSON_SAMPLE('servers'),
  },
  {
    flag: '--gemini',
    user: '.gemini/settings.json',
    project: 'project/.gemini/settings.json',
    at: ({ mcpServers }) => mcpServers?.['pruner'],
    server: { ...LAUNCH, env: ALL_TOOLS },
    sample: JSON_SAMPLE('mcpServers'),
  },
  {
    flag: '--opencode',
    user: '.config/opencode/opencode.json',
    project: 'project/opencode.json',
    at: ({ mcp }) => mcp?.['pruner'],
    server: { type: 'local', command: [LAUNCH.command, ...LAUNCH.args], enabled: true, environment: ALL_TOOLS },
    sample: JSON_SAMPLE('mcp'),
  },
];

const readServer = async (file: string, { at }: HostFiles): Promise<unknown> => {
  const read = await readHostFile({ path: file, format: file.endsWith('.toml') ? 'toml' : 'json' });
  return read.ok && at(read.root as Record<string, Record<string, unknown>>);
};

/** Returns every file below a folder with its mode and content. */
function treeOf({ home }: Machine): Record<string, string> {
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => !/^ours(?:\/|$)/.test(name));
  return Object.fromEntries(
    names.sort().map((name) => {
      const stats = lstatSync(path.join(home, name));
      const content = stats.isFile() ? readFileSync(path.join(home, name), 'base64') : '';
      return [name, `${stats.mode.toString(8)} ${content}`];
    }),
  );
}

const INPUTS: Readonly<Record<string, (sample: string) => string | undefined>> = {
  missing: () => undefined,
  empty: () => '',
  blank: () => '\n\n',
  'with comments and trailing commas': (sample) => sample,
  'with CRLF': (sample) => sample.replaceAll('\n', '\r\n'),
  'with a byte order mark': (sample) => `\ufeff${sample}`,
  'without a last line break': (sample) => sample.trimEnd(),
};

/** All inputs with one host of each file format, and the most important inputs with the other hosts. */
const CASES = HOSTS.flatMap((host) => {
  const names = ['--codex', '--cursor'].includes(host.flag)
    ? Object.keys(INPUTS)
    : ['missing', 'with comments and trailing commas'];
  const cases = names.map((name) => ({
    host,
    input: INPUTS[name] ?? (() => ''),
    name: `${host.flag} with a file ${name}`,
    project: false,
  }));
  return [...cases, { host, input: () => undefined, name: `${host.flag} --project`, project: true }];
});

test.each(CASES)('$name: set up, set up again, taken out to the byte', async ({ host, input, project }) => {
  const one = machine();
  const file = path.join(one.home, project ? host.project : host.user);
  const text = input(host.sample);
  const all = [host.flag, ...(project ? ['--project'] : ['--force'])];
  if (text !== undefined) chmodSync(one.write(project ? host.project : host.user, text), 0o640);
  const before = treeOf(one);
  const dry = await one.init(...all, '--dry-run', '--instructions');
  expect({ code: dry.code, stderr: dry.stderr, tree: treeOf(one) }).toEqual({ code: 0, stderr: '', tree: before });
  expect(dry.stdout).toMatch(/^\+.*\/opt\/node/m);
  expect(dry.stdout).not.toContain(SECRET);
  expect(existsSync(path.join(one.home, 'ours'))).toBe(false);

  const { code, stdout, stderr } = await one.init(...all, '--instructions');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('the server started and answered a question in 12 ms, with 100 tokens instead of 1000');
  expect(await readServer(file, host)).toEqual(host.server);
  expect(statSync(file).mode & 0o777).toBe(text === undefined ? 0o600 : 0o640);
  const { env = {}, environment = env } = host.server as { readonly env?: object; readonly environment?: object };
  expect(one.started).toEqual([{ ...LAUNCH, env: environment }]);

  const after = treeOf(one);
  expect((await one.init(...all, '--instructions')).code).toBe(0);
  expect(treeOf(one)).toEqual(after);

  expect(await one.init(host.flag, '--uninstall', ...(project ? ['--project'] : []))).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect(treeOf(one)).toEqual(before);
  expect(existsSync(path.join(one.home, 'ours'))).toBe(false);
});

test.each(HOSTS)('$flag: after somebody else’s edit, --uninstall takes out our part alone', async (host) => {
  const one = machine();
  const file = one.write(host.user, host.sample);
  await one.init(host.flag, '--instructions');
  const edit = (text: string): string => text.replace('kept', 'kept, and more');
  writeFileSync(file, edit(readFileSync(file, 'utf8')));
  const { code, stdout } = await one.init('--uninstall');
  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`Took mcp-pruner out of ${file}`),
  });
  expect(readFileSync(file, 'utf8')).toBe(edit(host.sample));
  expect((await one.init('--uninstall')).stdout).toBe('mcp-pruner was not found\n');
});

test.each(HOSTS.filter(({ flag }) => ['--claude-code', '--codex', '--opencode'].includes(flag)))(
  '$flag: ours of an older path is brought up to date, another’s is refused',
  async (host) => {
    const one = machine({ entry: '/opt/new/mcp-pruner/dist/index.js' });
    const old = machine();
    await old.init(host.flag, '--force');
    const file = one.write(host.user, readFileSync(path.join(old.home, host.user), 'utf8'));
    expect((await one.init(host.flag)).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('/opt/new/mcp-pruner/dist/index.js');
    expect(readFileSync(file, 'utf8')).not.toContain('/opt/mcp-pruner');
    await one.init('--uninstall');
    expect(readFileSync(file, 'utf8')).not.toContain('mcp-pruner');

    const others = readFileSync(path.join(old.home, host.user), 'utf8').replaceAll('mcp-pruner', 'other');
    writeFileSync(file, others);
    const { code, stderr } = await one.init(host.flag);
    expect(code).toBe(1);
    expect(stderr).toContain('the server "pruner" is not mcp-pruner; use another --name');
    expect(readFileSync(file, 'utf8')).toBe(others);
    expect((await one.init('--uninstall')).stdout).toMatch(
      /^mcp-pruner was not found\n.*: the server "pruner" in .* is not mcp-pruner and stays as it is\n$/,
    );
    expect((await one.init(host.flag, '--name', 'pruner-2')).code).toBe(0);
    await one.init('--uninstall', '--name', 'pruner-2');
    expect(readFileSync(file, 'utf8')).toBe(others);
    expect((await one.init(host.flag, '--force')).code).toBe(0);
    expect(await readServer(file, host)).toMatchObject({ ...('type' in host.server && { type: host.server.type }) });
  },
);

test.each(HOSTS)('$flag: what does not parse, is read-only, or is no text is never written', async (host) => {
  const one = machine();
  const broken = one.write(host.user, `${host.sample}{{{ = "${SECRET}"`);
  const refused = await one.init(host.flag);
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Setting up .*\n$/) });
  expect(refused.stderr).toMatch(/cannot edit ".*" \(.*\): it does not parse: line/);
  expect(refused.stderr).not.toContain(SECRET);
  expect(readFileSync(broken, 'utf8')).toContain('{{{');
  chmodSync(one.write(host.user, host.sample), 0o444);
  expect((await one.init(host.flag)).stderr).toContain('it is read-only');
  expect(readFileSync(broken, 'utf8')).toBe(host.sample);
  chmodSync(broken, 0o600);
  writeFileSync(broken, Buffer.from([0x7b, 0xff, 0x7d]));
  expect((await one.init(host.flag)).stderr).toContain('it is not UTF-8');
  expect(one.started).toEqual([]);
});

test.each([
  ['.cursor/mcp.json', '{"mcpServers":{"a":{"command":"x"}}}', '{"mcpServers"', '{"mine":1,"mcpServers"'],
  ['.codex/config.toml', 'a = 1', 'a = 1', 'a = 2'],
  ['.codex/AGENTS.md', 'Words', 'Words', 'Other words'],
])('%s of %j: what was put in goes with its blanks, after somebody else’s edit too', async (name, text, from, to) => {
  const one = machine();
  mkdirSync(path.join(one.home, '.codex'));
  const file = one.write(name, text);
  await one.init('--instructions');
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  await one.init('--uninstall');
  expect(readFileSync(file, 'utf8')).toBe(text.replace(from, to));
});

test.each([
  ['.cursor/mcp.json', []],
  ['.cursor/mcp.json', ['--on']],
  ['.gemini/settings.json', ['--no-hooks']],
  ['.config/opencode/opencode.json', ['--no-hooks', '--allow']],
])('%s that we made and a host wrote into keeps that alone, also after init %j', async (name, again) => {
  const one = machine();
  const file = path.join(one.home, name);
  mkdirSync(path.dirname(file), { recursive: true });
  await one.init('--allow');
  const made = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, `${JSON.stringify({ ...made, hostsOwn: true })}\n`);
  await one.init(...again);
  await one.init('--uninstall');
  const { $schema, ...left } = JSON.parse(readFileSync(file, 'utf8')) as { readonly $schema?: string };
  expect(left).toEqual({ hostsOwn: true });
});

test.each([
  ['.cursor/mcp.json', []],
  ['.config/opencode/opencode.json', []],
  ['project/.cursor/rules/mcp-pruner.mdc', ['--project', '--cursor', '--instructions']],
])(
  '%s that we made goes, also if a host has laid it out anew, before and after another init',
  async (name, options) => {
    const one = machine();
    const file = path.join(one.home, name);
    if (!name.startsWith('project')) mkdirSync(path.dirname(file), { recursive: true });
    const before = treeOf(one);
    await one.init(...options);
    const anew = (): void => writeFileSync(file, `${readFileSync(file, 'utf8')}\n\n`);
    anew();
    await one.init(...options, '--on');
    anew();
    await one.init('--uninstall', ...options);
    expect(treeOf(one)).toEqual(before);
  },
);

test('folders that we made go, also if their file is gone', async () => {
  const one = machine();
  await one.init('--cursor', '--force', '--no-hooks');
  rmSync(path.join(one.home, '.cursor/mcp.json'));
  await one.init('--uninstall');
  expect(existsSync(path.join(one.home, '.cursor'))).toBe(false);
});

test('folders that we made go with the last file in them, whichever was the first', async () => {
  const one = machine({ claude: '2.1.332' });
  await one.init('--claude-code');
  await one.init('--claude-code', '--instructions');
  await one.init('--uninstall');
  expect(existsSync(path.join(one.home, '.claude'))).toBe(false);
});

test('a link is kept, and what it leads to is written; a link to nothing too', async () => {
  const one = machine();
  const real = one.write('dotfiles/cursor.json', '{}\n');
  mkdirSync(path.join(one.home, '.cursor'));
  mkdirSync(path.join(one.home, '.gemini'));
  symlinkSync(real, path.join(one.home, '.cursor/mcp.json'));
  symlinkSync('../dotfiles/gemini.json', path.join(one.home, '.gemini/settings.json'));
  const before = treeOf(one);
  expect((await one.init()).code).toBe(0);
  expect(lstatSync(path.join(one.home, '.cursor/mcp.json')).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, 'utf8')).toContain('/opt/node');
  expect(readFileSync(path.join(one.home, 'dotfiles/gemini.json'), 'utf8')).toContain('/opt/node');
  await one.init('--uninstall');
  expect(treeOf(one)).toEqual(before);
});

test('two hosts that share a file have it edited once', async () => {
  const one = machine();
  const shared = one.write('.cursor/mcp.json', '{ "mcpServers": {} }\n');
  mkdirSync(path.join(one.home, '.gemini'));
  mkdirSync(path.join(one.home, '.codex'));
  mkdirSync(path.join(one.home, '.config/opencode'), { recursive: true });
  symlinkSync(shared, path.join(one.home, '.gemini/settings.json'));
  const before = treeOf(one);
  const { stdout } = await one.init('--instructions');
  expect(stdout).toContain(`Wrote ${shared} (Cursor, Gemini CLI)`);
  expect(readFileSync(shared, 'utf8').split('"command": "/opt/node"')).toHaveLength(2);
  // Codex and opencode share a project's AGENTS.md.
  await one.init('--project', '--instructions', '--codex', '--opencode');
  const agents = readFileSync(path.join(one.cwd, 'AGENTS.md'), 'utf8');
  expect(agents.split('mcp-pruner: begin')).toHaveLength(2);
  const left = await one.init('--uninstall', '--project');
  expect(left.stdout).toContain(`mcp-pruner is still in ${shared}`);
  await one.init('--uninstall');
  expect(treeOf(one)).toEqual(before);
});

test('without a flag the hosts that are there are set up: by folder or by program', async () => {
  const one = machine({ env: { PATH: '' } });
  const none = await one.init();
  expect({ code: none.code, stdout: none.stdout }).toEqual({ code: 1, stdout: '' });
  expect(none.stderr).toContain('cannot find an agent to set up: looked for Claude Code (');
  const asked = await one.init('--gemini');
  expect(asked.code).toBe(1);
  expect(asked.stderr).toContain('cannot find Gemini CLI: looked for ');
  expect(existsSync(path.join(one.home, '.gemini'))).toBe(false);

  const bin = path.join(one.home, 'bin');
  const other = machine({ env: { PATH: bin } });
  mkdirSync(bin);
  writeFileSync(path.join(bin, 'codex'), '', { mode: 0o755 });
  mkdirSync(path.join(other.home, '.gemini'));
  const { stdout } = await other.init('--json');
  const { files } = JSON.parse(stdout) as { files: { hosts: string[] }[] };
  expect(new Set(files.flatMap(({ hosts }) => hosts))).toEqual(new Set(['codex', 'gemini']));
});

test('without a home folder nothing is done', async () => {
  const one = machine({ env: { HOME: undefined, USERPROFILE: undefined } });
  expect(await one.init('--codex')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'mcp-pruner: cannot find your home folder: set HOME to its absolute path\n',
  });
  expect((await one.init('--print', 'json')).code).toBe(0);
});

test('ours of another name keeps it, unless a name is asked for: no agent gets each tool twice', async () => {
  const one = machine();
  const text = '{ "mcpServers": { "mine": { "command": "npx", "args": ["-y", "@jeeves/mcp-pruner"] } } }';
  const file = one.write('.cursor/mcp.json', text);
  const names = () => Object.keys(JSON.parse(readFileSync(file, 'utf8')).mcpServers ?? {});
  expect((await one.init()).code).toBe(0);
  expect(names()).toEqual(['mine']);
  expect(one.started).toEqual([{ ...LAUNCH, env: {} }]);
  expect((await one.init('--name', 'second')).code).toBe(0);
  expect(names()).toEqual(['mine', 'second']);
  await one.init('--uninstall', '--name', 'second');
  await one.init('--uninstall');
  expect(names()).toEqual([]);
});

test('a server that does not start fails, and the file stays for another try', async () => {
  const one = machine({ tryLauncher: async () => ({ ok: false, why: 'it is not there' }) });
  const { code, stdout } = await one.init('--codex', '--force');
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining('FAIL  Codex: it is not there') });
});

test('each line is printed when it is true, and at the end one says what to do', async () => {
  const printed: string[] = [];
  const one = machine({
    tryLauncher: async () => {
      printed.push(one.printed());
      return WORKS;
    },
    listHosts: async () => {
      printed.push(one.printed());
      return [];
    },
  });
  const { stdout } = await one.init('--codex', '--force', '--no-hooks');
  expect(printed[0]).toMatch(/^Setting up Codex\nWrote .*\n/);
  expect(printed[1]).toMatch(/^Setting up Codex\nWrote [\s\S]*\nPASS {2}Codex: the server started/);
  expect(stdout.slice(printed[1]?.length)).toBe('Restart your running agents. `mcp-pruner doctor` checks everything\n');
  const { stdout: again } = await one.init('--codex', '--on');
  expect(again).toMatch(/\nRestart your running agents\. Results of the agent’s own tools are shortened; .*\n$/);
  expect(again).not.toContain('--instructions');
});

test('a host that does not list the server is told of, and is not asked if the server does not start', async () => {
  const one = machine({ listHosts });
  one.write('.codex/config.toml', '');
  const program = (name: string, said: string): void => {
    writeFileSync(path.join(one.bin, name), `#!/bin/sh\n[ "$*" = "mcp list" ] && echo '${said}'\n`, { mode: 0o755 });
  };
  program('codex', 'No MCP servers configured yet.');
  const { code, stdout } = await one.init('--codex');
  expect(code).toBe(0);
  expect(stdout).toContain('\nWARN  Codex does not list mcp-pruner here: `codex mcp list`; restart Codex, and approve');
  expect(JSON.parse((await one.init('--codex', '--json')).stdout)).toMatchObject({ listed: [{ id: 'codex-list' }] });
  program('codex', 'pruner  node  enabled');
  expect((await one.init('--codex')).stdout).not.toContain('codex mcp list');
  const broken = machine({ listHosts, tryLauncher: async () => ({ ok: false, why: 'no' }) });
  expect((await broken.init('--codex', '--force', '--json')).stdout).toContain('"listed":[]');
});

test.each([
  ['another program', { command: 'vim' }],
  ['another package of that name', { command: 'npx', args: ['-y', '@acme/mcp-pruner@1.0.0'] }],
])('a project’s server "pruner" that is %s is told of, and never changed', async (_, server) => {
  const one = machine({ listHosts, claude: '2.1.332' });
  const others = JSON.stringify({ mcpServers: { pruner: server } });
  const file = one.write('project/.mcp.json', others);
  const told = `Claude Code: the server "pruner" in ${file} is not mcp-pruner and stays as it is`;
  const { code, stdout } = await one.init('--claude-code', '--force');
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining(`WARN  ${told}; in this folder`) });
  const refused = await one.init('--claude-code', '--project');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('the server "pruner" is not mcp-pruner; use another --name');
  expect((await one.init('--uninstall')).stdout).toContain(`\n${told}\n`);
  expect((await one.init('--uninstall', '--project')).stdout).toContain(`\n${told}\n`);
  expect(readFileSync(file, 'utf8')).toBe(others);
});

test('on a full disk nothing is lost, and init tells how to go on', async () => {
  const one = machine();
  const file = one.write('.cursor/mcp.json', '{}');
  await one.init('--cursor', '--no-hooks');
  const folder = path.join(one.home, 'ours/setup');
  const names = readdirSync(folder);
  await one.init('--uninstall');
  mkdirSync(folder, { recursive: true });
  for (const name of names) symlinkSync('/dev/full', path.join(folder, `${name}.part`));
  const { code, stderr } = await one.init('--cursor', '--no-hooks');
  expect(code).toBe(1);
  expect(stderr).toContain(
    `no backup of it can be written to "${folder}": the disk is full; free space on that disk\n`,
  );
  expect(readFileSync(file, 'utf8')).toBe('{}');
});

test('settings of a host that keep us out are told of', async () => {
  const one = machine({ listHosts, claude: '2.1.332' });
  const denied = { deniedMcpServers: [{ serverName: 'pruner' }], disableAllHooks: true };
  const file = one.write('.claude/settings.json', JSON.stringify(denied));
  const { code, stdout } = await one.init('--claude-code');
  expect(code).toBe(0);
  expect(stdout).toContain(`"deniedMcpServers" in ${file} leaves it out; change "deniedMcpServers" in ${file}`);
  expect(stdout).toContain(`WARN  Claude Code does not run mcp-pruner’s hooks: "disableAllHooks" in ${file}`);
});

test.each([['{\n  // mine\n  "autoupdate": false\n}\n'], ['{}\n'], [undefined]])(
  'uninstalling leaves nothing that opencode wrote into %j because we asked it',
  async (text) => {
    const one = machine({ listHosts });
    const name = '.config/opencode/opencode.json';
    const file = text === undefined ? path.join(one.home, name) : one.write(name, text);
    mkdirSync(path.dirname(file), { recursive: true });
    const project = path.join(one.cwd, 'opencode.json');
    writeFileSync(project, '{ "share": "disabled" }\n');
    // Like the real one, it adds the key to each of its files that has none.
    const add = `grep -q schema "$f" || sed -i '1s|{|{\\n  "$schema": "https://opencode.ai/config.json",|' "$f"`;
    const script = `#!/bin/sh\nPATH=/usr/bin:/bin\nfor f in ${file} ${project}; do ${add}; done\necho '● ✓ pruner connected'\n`;
    writeFileSync(path.join(one.bin, 'opencode'), script, { mode: 0o755 });
    expect((await one.init('--opencode')).code).toBe(0);
    expect(readFileSync(project, 'utf8')).toBe('{ "share": "disabled" }\n');
    await one.init('--uninstall');
    expect(existsSync(file) ? readFileSync(file, 'utf8') : undefined).toBe(text);
  },
);

test('of two hosts one may fail, and the other is set up', async () => {
  const one = machine();
  one.write('.cursor/mcp.json', '{');
  one.write('.gemini/settings.json', '{}');
  const { code, stdout, stderr } = await one.init();
  expect(code).toBe(1);
  expect(stdout).toContain('PASS  Gemini CLI');
  expect(stderr).toContain('(Cursor): it does not parse');
});

test('where no backup can be kept nothing is written', async () => {
  const one = machine();
  const file = one.write('.gemini/settings.json', '{}');
  mkdirSync(path.join(one.home, 'ours'));
  one.write('ours/setup', 'a file');
  const { code, stderr } = await one.init();
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no backup of it can be written'),
  });
  const other = machine({ env: { MCP_PRUNER_HOME: file } });
  other.write('.gemini/settings.json', '{}');
  expect((await other.init()).stderr).toContain(
    `cannot write backups to ${JSON.stringify(file)} (MCP_PRUNER_HOME): a file of that name exists`,
  );
  expect(readFileSync(file, 'utf8')).toBe('{}');
});

test('a backup is kept, for its owner alone', async () => {
  const one = machine();
  one.write('.gemini/settings.json', '{ "a": 1 }');
  const { files } = JSON.parse((await one.init('--json')).stdout);
  expect(readFileSync(files[0].backup, 'utf8')).toBe('{ "a": 1 }');
  expect(statSync(files[0].backup).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(files[0].backup)).mode & 0o777).toBe(0o700);
});

test('what an init that was killed has left beside a file, and of its records, goes with the next', async () => {
  const one = machine();
  one.write('.gemini/settings.json', '{}');
  const names = (): readonly string[] => readdirSync(path.join(one.home, '.gemini'));
  for (const args of [[], ['--uninstall']]) {
    one.write('.gemini/.settings.json.mcp-pruner-0123456789abcdef', '{');
    for (const kept of args.length === 0 ? [] : readdirSync(path.join(one.home, 'ours/setup')))
      one.write(`ours/setup/${kept}.part`, '{');
    await one.init(...args);
    expect(names()).toEqual(['settings.json']);
  }
  expect(existsSync(path.join(one.home, 'ours'))).toBe(false);
});

test('--env reaches the server, and no output', async () => {
  const one = machine();
  chmodSync(one.write('.cursor/mcp.json', '{}'), 0o644);
  const env = ['--env', `PRUNER_API_KEY=${SECRET}`, '--env', 'PRUNER_URL=embedded'];
  const outputs = [await one.init(...env, '--dry-run'), await one.init(...env), await one.init(...env, '--json')];
  expect(one.started[0]?.env).toEqual({ PRUNER_API_KEY: SECRET, PRUNER_URL: 'embedded' });
  expect(JSON.stringify(outputs)).not.toContain(SECRET);
  expect(outputs.map(({ stderr }) => stderr)).toEqual([
    '',
    expect.stringMatching(/^mcp-pruner: other users can read .*, which now contains PRUNER_API_KEY: chmod 600 /),
    '',
  ]);
  await expect(one.init('--env', SECRET)).rejects.toThrow('cannot read --env number 1: expected K=V');
  await expect(one.init('--name', 'a b')).rejects.toThrow('cannot use --name "a b"');
});

test.each([
  ['MCP_PRUNER_HOOKS=yes', 'cannot use MCP_PRUNER_HOOKS "yes": expected one of off, shadow, on'],
  ['MCP_PRUNER_HOOK_TIMEOUT_MS=5s', 'cannot use MCP_PRUNER_HOOK_TIMEOUT_MS "5s": expected an integer from 10 to 60000'],
  [`PRUNER_API_KEY=${SECRET} `, 'cannot use PRUNER_API_KEY: expected printable ASCII'],
  ['MCP_PRUNER_HOOK=on', 'cannot use --env MCP_PRUNER_HOOK: no such variable. Did you mean "MCP_PRUNER_HOOKS"?'],
])('--env %s is refused before anything is written', async (variable, why) => {
  const one = machine();
  one.write('.cursor/mcp.json', '{}');
  await expect(one.init('--env', variable)).rejects.toThrow(why);
  expect(readFileSync(path.join(one.home, '.cursor/mcp.json'), 'utf8')).toBe('{}');
  expect(existsSync(path.join(one.home, 'ours'))).toBe(false);
});

test('--env takes variables of others, and placeholders that a host fills in', async () => {
  const one = machine();
  const env = ['--env', 'RUST_LOG=yes', '--env', `MCP_PRUNER_CWD=\${workspaceFolder}`];
  await expect(one.init('--cursor', '--force', ...env)).resolves.toMatchObject({ code: 0 });
});

test('--print shows what goes into a file, for any host', async () => {
  const one = machine();
  const { code, stdout, stderr } = await one.init('--print', 'vscode');
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('this goes into ') });
  expect(JSON.parse(stdout)).toEqual({ servers: { pruner: { type: 'stdio', ...LAUNCH } } });
  expect(parse((await one.init('--print', 'codex')).stdout)).toHaveProperty('mcp_servers.pruner.args', LAUNCH.args);
  expect(parse((await one.init('--print', 'toml')).stdout)).toEqual({ mcp_servers: { pruner: LAUNCH } });
  expect(JSON.parse((await one.init('--print', 'json', '--name', 'x')).stdout)).toEqual({ mcpServers: { x: LAUNCH } });
  expect(JSON.parse((await one.init('--print', 'claude-desktop')).stdout)).toEqual({ mcpServers: { pruner: LAUNCH } });
  await expect(one.init('--print', 'emacs')).rejects.toThrow('cannot print for "emacs": expected claude-code');
  expect(readdirSync(one.home)).toEqual(['project']);
});

test('a copy that npx keeps is told of', async () => {
  const one = machine({ entry: '/home/ada/.npm/_npx/1a2b/node_modules/@jeeves/mcp-pruner/dist/index.js' });
  one.write('.gemini/settings.json', '{}');
  expect((await one.init('--dry-run')).stdout).toContain('Would copy the server to ');
  expect(existsSync(path.join(one.home, 'ours'))).toBe(false);
  const { stdout } = await one.init();
  expect(stdout).toContain('Copied the server to ');
  expect(stdout).toContain('is in a cache that may be cleared');
  const entry = path.join(one.home, 'ours/server/mcp-pruner/dist/index.js');
  expect(one.started).toEqual([{ command: '/opt/node', args: [entry], env: { MCP_PRUNER_TOOLS: 'artifact' } }]);
  await one.init('--uninstall');
  expect(existsSync(path.join(one.home, 'ours'))).toBe(false);
});

test('where the paths of Node change with each update, a program of ours is written, and taken out with the rest', async () => {
  const entry = '/home/ada/.nvm/versions/node/v22.13.0/lib/node_modules/@jeeves/mcp-pruner/dist/index.js';
  const one = machine({ entry });
  one.write('.gemini/settings.json', '{}');
  const program = path.join(one.home, 'ours/bin/mcp-pruner');
  expect((await one.init('--dry-run')).stdout).toContain(
    `# ${program} would be written\n--- /dev/null\n+++ ${program}\n`,
  );
  expect(existsSync(program)).toBe(false);
  expect((await one.init()).stdout).toContain(`Wrote ${program}, which agents start`);
  expect((await one.init()).stdout).not.toContain('which agents start');
  expect(one.started.at(-1)).toEqual({ command: program, args: [], env: { MCP_PRUNER_TOOLS: 'artifact' } });
  expect(statSync(program).mode & 0o777).toBe(0o700);
  // `--print` prints the real path, because a user may paste it by hand without running `init`.
  expect((await one.init('--print', 'json')).stdout).toContain(entry);
  await one.init('--uninstall', '--codex');
  expect(existsSync(program)).toBe(true);
  await one.init('--uninstall');
  expect(existsSync(path.join(one.home, 'ours'))).toBe(false);
});
