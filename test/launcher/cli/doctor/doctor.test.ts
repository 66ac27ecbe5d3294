import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { CheckResult, DoctorEdges } from '../../../../launcher/cli/doctor/check.ts';
import { PRUNER_MS } from '../../../../launcher/cli/doctor/check-pruner.ts';
import { runDoctor } from '../../../../launcher/cli/doctor/doctor-command.ts';
import { CHECK_MS } from '../../../../launcher/cli/doctor/run-checks.ts';
import { folderHook } from '../../../../launcher/hosts/claude-code/host.ts';
import { codexHook } from '../../../../launcher/hosts/codex/host.ts';
import { cursorHook } from '../../../../launcher/hosts/cursor/host.ts';
import { geminiHook } from '../../../../launcher/hosts/gemini/host.ts';
import { systemTimers, type Timers } from '../../../../launcher/platform/timers.ts';
import { openSavings } from '../../../../launcher/savings/open-savings.ts';
import { TRIAL_MS } from '../../../../launcher/savings/trial.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { WORKS } from '../init/init-in-process.ts';

const NOW = new Date(2026, 10, 23, 12).getTime();
const SECRET = 'hunter2hunter2';
const SMALL = fileURLToPath(new URL('../mcp/small-server.mjs', import.meta.url));
const ALLOWED = ['read', 'grep', 'artifact'].map((tool) => `mcp__pruner__${tool}`);

/** Timers on which a wait of exactly `limit` milliseconds ends at once. */
const impatient = (limit: number): Timers => ({
  ...systemTimers,
  after: (ms, run) => systemTimers.after(ms === limit ? 0 : ms, run),
});

const answers = (status: number, body = '{"pruned_code":"a"}'): typeof fetch => {
  return async () => new Response(body, { status });
};
const refuses: typeof fetch = async () => {
  throw Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }),
  });
};

/** Models as listed by Codex 0.169.0, without their instructions. */
const MODELS = [
  { slug: 'gpt-6-astra', visibility: 'list', priority: 2, tool_mode: 'code_mode_only' },
  { slug: 'gpt-6.1-sol', visibility: 'list', priority: 1, tool_mode: 'code_mode_only' },
  { slug: 'gpt-daybreak', visibility: 'hide', priority: 0 },
  { slug: 'gpt-5.5', visibility: 'list', priority: 13 },
];

/** What `init --on` writes into Claude Code's settings, apart from the marketplace. */
const PLUGIN = {
  hooks: { PreToolUse: [folderHook('pruner')] },
  enabledPlugins: { 'mcp-pruner@mcp-pruner': true },
  env: { MCP_PRUNER_HOOKS: 'on' },
};

/** Creates a user's folders with Codex and Claude Code set up, and everything that the tools need. */
function healthy() {
  const home = tempDir();
  const write = (file: string, content: string, mode = 0o644): string => {
    const full = path.join(home, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, content, { mode });
    return full;
  };
  const [node, entry] = [write('bin/node', '', 0o755), write('mcp-pruner/dist/index.js', '')];
  for (const name of ['bash', 'rg', 'grep']) write(`bin/${name}`, '', 0o755);
  /** Puts a host's program on PATH. It prints `said` for the arguments `asked`, and lists our server. */
  const program = (name: string, asked: string, said: string): void => {
    const [file, list] = [write(`said/${name}`, said), write('said/list', 'pruner: node index.js - connected\n')];
    const answers = `[ "$*" = "${asked}" ] && exec /bin/cat "${file}"\n[ "$*" = "mcp list" ] && exec /bin/cat "${list}"\n`;
    write(`bin/${name}`, `#!/bin/sh\n${answers}exit 2\n`, 0o755);
  };
  program('claude', '--version', '2.1.332 (Claude Code)\n');
  program('codex', 'debug models', JSON.stringify({ models: MODELS }));
  const hooksFile = write('.codex/hooks.json', JSON.stringify({ hooks: { PostToolUse: [codexHook('pruner')] } }));
  const trust = `[hooks.state.${JSON.stringify(`${hooksFile}:post_tool_use:0:0`)}]\ntrusted_hash = "sha256:1"\n`;
  /** Returns Codex's configuration, with these variables of our server. */
  const codexWith = (variables: object): string => {
    const all = Object.entries({ MCP_PRUNER_MAX_RESPONSE_BYTES: '10240', ...variables });
    const own = all.map(([name, value]) => `${name} = ${JSON.stringify(value)}`).join(', ');
    const server = `[mcp_servers.pruner]\ncommand = "${node}"\nargs = ["${entry}"]\nenv = { ${own} }\n`;
    return `model = "gpt-5.5"\n${server}`;
  };
  const codex = codexWith({ MCP_PRUNER_HOOKS: 'on' });
  const measuring = (variables: object): void => void write('.codex/config.toml', codexWith(variables) + trust);
  write('.codex/config.toml', codex + trust);
  const pruner = { command: node, args: [entry], env: { MCP_PRUNER_HOOKS: 'on' }, alwaysLoad: true };
  write('.claude.json', JSON.stringify({ mcpServers: { pruner } }));
  write('.claude/settings.json', JSON.stringify({ ...PLUGIN, permissions: { allow: ALLOWED } }));
  mkdirSync(path.join(home, 'ours'), { mode: 0o700 });
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, '.config'),
    PATH: path.join(home, 'bin'),
    MCP_PRUNER_HOME: path.join(home, 'ours'),
  };
  return { home, write, env, node, entry, codex, measuring, program };
}

interface Options {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly edges?: Partial<DoctorEdges>;
  readonly args?: object;
  /** Default: the home folder. */
  readonly cwd?: string;
  /** Default: NOW. */
  readonly now?: number;
  /** Makes stderr a terminal, and gets what is printed on it. */
  readonly onStderr?: (text: string) => void;
}

async function doctor(user: ReturnType<typeof healthy>, options: Options = {}) {
  const { env = {}, edges = {}, args = {}, cwd = user.home, now = NOW, onStderr } = options;
  const [stdin, stdout, stderr] = [0, 1, 2].map(() => new PassThrough()) as unknown as [
    NodeJS.ReadStream,
    NodeJS.WriteStream,
    NodeJS.WriteStream,
  ];
  if (onStderr !== undefined) Object.assign(stderr, { isTTY: true, write: onStderr });
  const all: DoctorEdges = {
    launch: () => ({ command: user.node, args: [user.entry], env: {} }),
    tryLauncher: async () => WORKS,
    bundledRipgrep: async () => undefined,
    fetch: refuses,
    timers: systemTimers,
    node: '24.1.0',
    platform: process.platform,
    ...edges,
  };
  const stop = new AbortController().signal;
  const context = { env: { ...user.env, ...env }, cwd, stdin, stdout, stderr, version: '1.2.3', now: () => now, stop };
  const code = await runDoctor(context, { json: true, ...args }, all);
  stdout.end();
  const out = await text(stdout as unknown as PassThrough);
  const checks: CheckResult[] = out.startsWith('{') ? JSON.parse(out).checks : [];
  return { code, out, of: (id: string) => checks.filter((one) => one.id === id) };
}

test('where all is well every line passes, and the exit code is 0', async () => {
  const { code, out } = await doctor(healthy(), { args: { json: false } });
  expect(code).toBe(0);
  expect(
    out
      .replaceAll(/ {2,}/g, '  ')
      .split('\n')
      .map((line) => line.split('  ').slice(0, 2).join(' ')),
  ).toEqual([
    'PASS node',
    'PASS bash',
    'PASS rg',
    'PASS variables',
    'PASS network',
    'PASS home',
    'PASS claude-code',
    'PASS codex',
    'INFO hosts',
    'PASS claude-code-tools',
    'PASS claude-code-hooks',
    'PASS codex-hooks',
    'INFO hooks',
    'INFO hooks',
    'PASS claude-code-limit',
    'PASS codex-limit',
    'PASS claude-code-list',
    'PASS codex-list',
    'PASS call',
    'PASS cost',
    'PASS cost',
    'PASS pruner',
    'PASS gateway',
    'All is well',
    '',
  ]);
  expect(out).toContain('answered in 12 ms: 100 tokens instead of 1000, by the embedded engine');
  expect(out).toContain('1490 tokens with each request: 1400 of 1 tool (read), 90 of instructions');
  expect(out).toContain('the embedded engine: none is configured, and nothing listens at http://localhost:8000/prune');
});

test('what is amiss stands with what mends it', async () => {
  const user = healthy();
  const { code, out } = await doctor(user, { env: { MCP_PRUNER_LAZY: 'maybe' }, args: { json: false } });
  expect(code).toBe(1);
  expect(out).toMatch(
    /^FAIL {2}variables +cannot use MCP_PRUNER_LAZY "maybe": expected one of auto, on, off\n +→ unset MCP_PRUNER_LAZY$/m,
  );
  expect(out).toMatch(/1 failed, 0 warnings; the text after an arrow is the fix\n$/);
});

test.each([
  ['20.18.0', 'FAIL', 'expected 20.19 or newer'],
  ['20.19.0', 'WARN', 'before 22.13 without node:sqlite, stats counts nothing'],
  ['22.12.9', 'WARN', 'before 22.13'],
  ['22.13.0', 'PASS', 'Node 22.13.0'],
])('Node %s: %s', async (node, status, message) => {
  const { of } = await doctor(healthy(), { edges: { node } });
  expect(of('node')).toMatchObject([{ status, message: expect.stringContaining(message) }]);
});

test('programs that tools run are looked for', async () => {
  const user = healthy();
  const without = (...names: string[]) => {
    const bin = path.join(user.home, `bin-${names.join('-')}`);
    for (const name of names) user.write(path.join(path.basename(bin), name), '', 0o755);
    return doctor(user, { env: { PATH: bin } });
  };
  const found = (await without('grep', 'bash')).of('rg');
  expect(found).toMatchObject([
    { status: 'PASS', message: expect.stringContaining('no ripgrep: the tool grep uses ') },
  ]);
  const { of } = await doctor(user, {
    env: { PATH: path.join(user.home, 'bin-x') },
    edges: { bundledRipgrep: async () => '/p/rg' },
  });
  expect(of('rg')).toMatchObject([{ status: 'PASS', message: 'ripgrep is /p/rg' }]);
  const nothing = await without('x');
  expect(nothing.code).toBe(1);
  expect([...nothing.of('rg'), ...nothing.of('bash')]).toMatchObject([{ status: 'FAIL' }, { status: 'FAIL' }]);
});

test('no value of a variable that may be a secret is shown', async () => {
  const user = healthy();
  user.write(
    '.gemini/settings.json',
    JSON.stringify({
      mcpServers: { pruner: { command: user.node, args: [user.entry], env: { PRUNER_API_KEY: `${SECRET} ` } } },
    }),
  );
  const env = { PRUNER_URL: `http://u:${SECRET}@h/`, PRUNER_API_KEY: ` ${SECRET}`, MCP_PRUNER_LASY: 'on' };
  const { out, of } = await doctor(user, { env });
  expect(of('variables').map(({ status, message }) => `${status} ${message.split(':')[0]}`)).toEqual([
    'FAIL cannot use PRUNER_URL',
    'FAIL cannot use PRUNER_API_KEY',
    'WARN MCP_PRUNER_LASY has no effect',
    'FAIL as Gemini CLI starts it',
  ]);
  expect(out).not.toContain(SECRET);
});

test('proxies in force are shown without passwords, and those that cannot be used', async () => {
  const user = healthy();
  const look = async (env = {}) => (await doctor(user, { env })).of('network');
  const id = 'network';
  expect(await look()).toEqual([{ id, status: 'PASS', message: 'requests use no proxy' }]);
  const cert = path.join(user.home, 'ca.pem');
  writeFileSync(cert, '');
  const env = { HTTPS_PROXY: `http://me:${SECRET}@proxy:3128/`, NO_PROXY: 'corp', DOCKER_HOST: 'tcp://d:1' };
  const inForce = 'requests go https: through http://proxy:3128, directly to corp,localhost,127.0.0.1,[::1]';
  expect(await look({ ...env, NODE_EXTRA_CA_CERTS: cert })).toEqual([
    { id, status: 'PASS', message: `${inForce}; NODE_EXTRA_CA_CERTS is ${cert}; DOCKER_HOST is tcp://d:1` },
  ]);
  expect(await look({ HTTP_PROXY: 'ftp://proxy', NODE_EXTRA_CA_CERTS: '/gone.pem' })).toMatchObject([
    { id, status: 'FAIL', message: expect.stringMatching(/^cannot use HTTP_PROXY: "ftp:/) },
    { id, status: 'FAIL', message: 'cannot read NODE_EXTRA_CA_CERTS: no readable file at "/gone.pem"' },
  ]);
});

test('the home folder is to be writable, by its owner alone', async () => {
  const user = healthy();
  const home = path.join(user.home, 'ours');
  const look = async (env = {}) => (await doctor(user, { env })).of('home');
  chmodSync(home, 0o755);
  expect(await look()).toMatchObject([{ status: 'WARN', fix: `chmod 700 ${home}` }]);
  chmodSync(home, 0o500);
  expect(await look()).toMatchObject([{ status: 'FAIL', fix: `chmod 700 ${home}` }]);
  chmodSync(home, 0o700);
  // As on a full disk. The folder keeps nothing of the try.
  const probe = path.join(home, 'doctor.probe.part');
  symlinkSync('/dev/full', probe);
  const full = { status: 'FAIL', message: `cannot write ${home}: the disk is full`, fix: `free space: df -h ${home}` };
  expect(await look()).toMatchObject([full]);
  expect(await look()).toMatchObject([{ status: 'PASS' }]);
  expect(readdirSync(home).filter((name) => name.startsWith('doctor'))).toEqual([]);
  expect(await look({ MCP_PRUNER_HOME: user.node })).toMatchObject([{ status: 'FAIL' }]);
  expect(await look({ MCP_PRUNER_HOME: path.join(user.home, 'a/b/c') })).toMatchObject([{ status: 'PASS' }]);
  expect(await look({ MCP_PRUNER_HOME: path.join(user.node, 'b') })).toMatchObject([{ status: 'FAIL' }]);
});

test.each<[string, (codex: string) => string, string, string]>([
  ['does not parse', () => `a = = "${SECRET}"`, 'FAIL', 'line 1: expected TOML'],
  [
    'names a program that is gone',
    (codex) => codex.replace('/bin/node', '/bin/gone'),
    'FAIL',
    'bin/gone\\" does not exist',
  ],
  [
    'names an entry that is gone',
    (codex) => codex.replace('/dist/', '/../mcp-pruner/old/../gone/mcp-pruner/dist/'),
    'FAIL',
    'is not there',
  ],
  ['has it switched off', (codex) => `${codex}enabled = false\n`, 'WARN', 'is switched off'],
  ['has another’s server of the name', () => '[mcp_servers.pruner]\ncommand = "vim"\n', 'WARN', 'is not mcp-pruner'],
  ['has none', () => 'model = "x"\n', 'INFO', 'is installed and does not have mcp-pruner'],
])('a host whose file %s', async (_, edit, status, message) => {
  const user = healthy();
  user.write('.codex/config.toml', edit(user.codex));
  const { code, out, of } = await doctor(user);
  expect(of('codex')).toMatchObject([{ status, fix: expect.stringMatching(/init --codex|switch it on/) }]);
  expect(out).toContain(message);
  expect(out).not.toContain(SECRET);
  expect(code).toBe(status === 'FAIL' ? 1 : 0);
});

test('another copy than this one is named, and no agent at all is told of', async () => {
  const user = healthy();
  const launch = () => ({ command: user.node, args: ['/other/mcp-pruner/dist/index.js'], env: {} });
  expect((await doctor(user, { edges: { launch } })).of('codex')[0]?.message).toContain('another copy than this one');
  user.write('.codex/config.toml', '');
  for (const file of ['.claude.json', '.claude/settings.json']) user.write(file, '{}');
  expect((await doctor(user)).of('hosts').at(-1)).toMatchObject({ status: 'WARN', fix: 'mcp-pruner init' });
  const homeless = await doctor(user, { env: { HOME: undefined, USERPROFILE: undefined } });
  expect(homeless.of('hosts')).toMatchObject([{ status: 'FAIL', fix: 'export HOME=/your/home' }]);
});

test('limits of hosts that would cut our answers are told', async () => {
  const user = healthy();
  user.write('.codex/config.toml', user.codex.replace(/env = .*\n/, ''));
  const low = await doctor(user, { env: { MAX_MCP_OUTPUT_TOKENS: '2000' } });
  expect(low.of('codex-limit')).toMatchObject([
    { status: 'WARN', fix: 'mcp-pruner init --codex --env MCP_PRUNER_MAX_RESPONSE_BYTES=10240' },
  ]);
  expect(low.of('claude-code-limit')).toMatchObject([{ status: 'WARN', fix: 'unset MAX_MCP_OUTPUT_TOKENS' }]);
  const settings = user.write('.claude/settings.json', '{"env":{"MAX_MCP_OUTPUT_TOKENS":"1"}}');
  expect((await doctor(user)).of('claude-code-limit')[0]?.fix).toBe(`take MAX_MCP_OUTPUT_TOKENS out of ${settings}`);
});

test.each<[string, Options['env'], typeof fetch, string, string]>([
  ['answers and takes the key', { PRUNER_API_KEY: SECRET }, answers(200), 'PASS', 'the key is accepted'],
  ['does not take the key', { PRUNER_API_KEY: SECRET }, answers(401), 'FAIL', 'does not accept the key (401)'],
  ['asks for a key', {}, answers(403), 'FAIL', 'asks for a key (403)'],
  ['answers something else', {}, answers(200, '<html>'), 'FAIL', 'answers, but is not a pruner'],
  ['fails', {}, answers(500), 'FAIL', 'answered 500, expected 200; every question gets the raw output'],
  [
    'fails, and has a stand-in',
    { PRUNER_FALLBACK: 'embedded' },
    answers(500),
    'WARN',
    'the embedded engine answers instead',
  ],
  ['is not there', {}, refuses, 'FAIL', 'start it: mcp-pruner serve --port 9'],
  ['is switched off', { PRUNER_URL: '' }, refuses, 'WARN', 'pruning is off'],
  ['is the embedded engine', { PRUNER_URL: 'embedded' }, refuses, 'PASS', 'the embedded engine, as PRUNER_URL says'],
])('a pruner that %s', async (_, env, fetch, status, message) => {
  const { out, of } = await doctor(healthy(), {
    env: { PRUNER_URL: `http://localhost:9/k/${SECRET}/prune`, ...env },
    edges: { fetch },
  });
  expect(of('pruner')).toMatchObject([{ status }]);
  expect(out).toContain(message);
  expect(out).not.toContain(SECRET);
});

test('the key goes to the pruner as a bearer token, from a host’s own variables too', async () => {
  const user = healthy();
  user.write(
    '.codex/config.toml',
    user.codex.replace('env = {', `env = { PRUNER_URL = "https://p.example/prune", PRUNER_API_KEY = "${SECRET}",`),
  );
  const seen: unknown[] = [];
  const { of } = await doctor(user, {
    edges: {
      fetch: async (url, init) => {
        seen.push([url, new Headers(init?.headers).get('authorization')]);
        return new Response('{"text":"a"}');
      },
    },
  });
  expect(of('pruner').map(({ message }) => message.split(' answered')[0])).toEqual([
    'http://localhost:8000/prune',
    'as Codex starts it: https://p.example/prune',
  ]);
  expect(seen).toContainEqual(['https://p.example/prune', `Bearer ${SECRET}`]);
});

test('a pruner that hangs is waited for no longer than its time', async () => {
  const fetch = (() => new Promise(() => {})) as typeof globalThis.fetch;
  const { of } = await doctor(healthy(), { edges: { fetch, timers: impatient(PRUNER_MS) } });
  expect(of('pruner')).toMatchObject([
    { status: 'FAIL', message: expect.stringContaining('no complete answer within 5000 ms') },
  ]);
});

test('a check that does not end, or throws, fails alone', async () => {
  const hangs = await doctor(healthy(), {
    edges: { tryLauncher: () => new Promise(() => {}), timers: impatient(CHECK_MS) },
  });
  expect(hangs.of('call')).toMatchObject([{ status: 'FAIL', message: 'cannot be checked: no end within 40 s' }]);
  const throws = await doctor(healthy(), { edges: { tryLauncher: () => Promise.reject(new Error('oh')) } });
  expect(throws.of('call')).toMatchObject([{ status: 'FAIL', message: 'cannot be checked: oh' }]);
  expect(throws.of('gateway')).toMatchObject([{ status: 'PASS' }]);
});

test('a launcher that does not start fails, one that prunes nothing is told of', async () => {
  const fails = await doctor(healthy(), { edges: { tryLauncher: async () => ({ ok: false, why: 'it ended' }) } });
  expect(fails).toMatchObject({ code: 1 });
  expect(fails.of('call')).toMatchObject([{ status: 'FAIL', fix: expect.stringContaining('dist/index.js') }]);
  const whole = async () => ({ ...WORKS, engine: undefined, reason: 'shadow' }) as typeof WORKS;
  expect((await doctor(healthy(), { edges: { tryLauncher: whole } })).of('call')).toMatchObject([
    { status: 'WARN', fix: 'unset MCP_PRUNER_SHADOW' },
  ]);
});

test('the configuration of other servers is read, and with --servers they are reached', async () => {
  const user = healthy();
  const configure = (servers: object, mode = 0o600) => {
    chmodSync(user.write('ours/mcp-config.json', JSON.stringify({ mcpServers: servers })), mode);
  };
  configure({ a: { command: 1 } });
  expect((await doctor(user)).of('gateway')).toMatchObject([{ status: 'FAIL' }]);
  configure({ a: { command: '/none' } }, 0o666);
  expect((await doctor(user)).of('gateway')).toMatchObject([
    { status: 'WARN', fix: expect.stringContaining('chmod 600 ') },
  ]);
  configure({ gone: { command: '/none' }, off: { command: '/none', enabled: false } });
  const { of } = await doctor(user, { args: { servers: true } });
  expect(of('gateway')).toMatchObject([{ status: 'PASS' }]);
  expect(of('server')).toMatchObject([{ status: 'FAIL', fix: 'mcp-pruner mcp test gone' }]);
  configure({ small: { command: process.execPath, args: [SMALL, path.join(tempDir(), 'pid'), 'odd'] } });
  expect((await doctor(user, { args: { servers: true } })).of('server')).toMatchObject([
    {
      status: 'WARN',
      message: expect.stringMatching(
        /: 3 tools \(1 with a mended schema\), \d+ tokens of definitions.*; 2 left out: "list" \(its inputSchema cannot match an object\), "long" \(it is too large or too deep\)$/,
      ),
      fix: 'mcp-pruner mcp test small',
    },
  ]);
  const blockedTools = ['list', 'long'];
  configure({ small: { command: process.execPath, args: [SMALL, path.join(tempDir(), 'pid'), 'odd'], blockedTools } });
  expect((await doctor(user, { args: { servers: true } })).of('server')).toMatchObject([{ status: 'PASS' }]);
});

test('a plugin of Claude Code without a server of ours is told of', async () => {
  const user = healthy();
  const file = user.write('.claude/settings.json', JSON.stringify({ enabledPlugins: PLUGIN.enabledPlugins }));
  user.write('.claude.json', '{}');
  expect((await doctor(user)).of('claude-code')).toEqual([
    { id: 'claude-code', status: 'PASS', message: `Claude Code has mcp-pruner as a plugin (in ${file})` },
  ]);
});

test('how far measuring results of the agents’ own tools is, and at its end what it came to', async () => {
  const user = healthy();
  const own = { MCP_PRUNER_HOME: path.join(user.home, 'its') };
  user.measuring(own);
  const store = await openSavings(own.MCP_PRUNER_HOME, () => {});
  const trial = { started: NOW, results: 120, shortened: 90, raw: 50_000, shown: 20_000, carried: 0, again: 1 };
  await store.add({ savings: [], trial: [trial] });
  const told = async (now: number): Promise<string | undefined> =>
    (await doctor(user, { now })).of('codex-hooks')[0]?.message;
  expect(await told(NOW)).toBe(
    'results of Codex’s own tools are measured: 80 results are still to come, until 2026-11-26 at the latest',
  );
  const came =
    'results of Codex’s own tools were measured: of 120 results 90 would have been shortened, 30,000 of 50,000 tokens would have been saved (60 %); 1 later result showed a line that would have been left out';
  expect(await told(NOW + TRIAL_MS)).toBe(came);
  await store.add({ savings: [], trial: [{ ...trial, again: 6 }] });
  store.close();
  expect(await told(NOW)).toContain('of 240 results 180 would have been shortened');
  user.measuring({ ...own, MCP_PRUNER_LEDGER: 'off' });
  expect(await told(NOW)).toContain('are not measured: use Node 22.13 or newer');
});

test('a ledger that cannot be read, or was damaged, is told of, with what mends it', async () => {
  const user = healthy();
  const file = path.join(user.home, 'ours/ledger.sqlite');
  user.measuring({});
  mkdirSync(file);
  const { code, of } = await doctor(user);
  expect(code).toBe(1);
  expect(of('ledger')).toEqual([
    {
      ...{ id: 'ledger', status: 'FAIL' },
      message: `cannot read ${JSON.stringify(file)}: it is a folder, not a file; nothing is measured, and \`mcp-pruner stats\` fails`,
      fix: `mv ${file} ${file}.old; a fresh ledger is begun with the next result`,
    },
  ]);
  const [hooks] = of('codex-hooks');
  expect(hooks?.message).toContain('the ledger cannot be read (it is a folder, not a file)');
  expect(hooks?.message).not.toContain('still to come');
  rmSync(file, { recursive: true });
  writeFileSync(file, 'no database'.repeat(100));
  const [damaged] = (await doctor(user)).of('ledger');
  expect(damaged).toMatchObject({ status: 'WARN', fix: `rm ${file}.damaged-1, once you do not need it` });
});

test('hooks of others are named with the tools that they cover, and with what their host does', async () => {
  const user = healthy();
  const mask = { matcher: 'Bash|Edit', hooks: [{ type: 'command', command: 'mask' }] };
  user.write('.codex/hooks.json', JSON.stringify({ hooks: { PostToolUse: [codexHook('pruner'), mask] } }));
  const told = (await doctor(user)).of('codex-hooks').map(({ message }) => message);
  const others = told.filter((message) => message.includes('another')).join('\n');
  expect(others).toMatch(/^results of Bash stay whole in Codex: .*texts of both$/m);
});

test('a project’s server that starts instead of ours is named, and not one that ours starts instead of', async () => {
  const user = healthy();
  const ours = JSON.parse(readFileSync(path.join(user.home, '.claude.json'), 'utf8')) as object;
  const others = { mcpServers: { pruner: { command: 'vim' } } };
  const file = user.write('project/.mcp.json', JSON.stringify(others));
  const cwd = path.dirname(file);
  const look = async (): Promise<unknown> => (await doctor(user, { cwd })).of('claude-code');
  const message = `Claude Code: the server "pruner" in ${file} is not mcp-pruner and stays as it is; in this folder it starts instead of ours`;
  const fix = 'mcp-pruner init --claude-code --name mcp-pruner';
  expect(await look()).toMatchObject([{ status: 'PASS' }, { status: 'WARN', message, fix }]);
  user.write('project/.mcp.json', JSON.stringify(ours));
  user.write('.claude.json', JSON.stringify(others));
  expect(await look()).toMatchObject([{ status: 'PASS' }]);
});

test('a list that keeps our server out of Claude Code is named, and not that Claude Code does not list it', async () => {
  const user = healthy();
  const file = user.write('.claude/settings.json', '{ "deniedMcpServers": [{ "serverName": "pruner" }] }');
  const { code, of } = await doctor(user);
  expect(code).toBe(1);
  expect(of('claude-code')).toMatchObject([
    {
      status: 'FAIL',
      message: expect.stringContaining(`"deniedMcpServers" in ${file} leaves it out`),
      fix: `change "deniedMcpServers" in ${file}`,
    },
  ]);
  expect(of('claude-code-list')).toEqual([]);
});

test('a project in which hooks are switched off is named', async () => {
  const user = healthy();
  const file = user.write('project/.mcp-prunerignore', '*\n');
  const { code, of } = await doctor(user, { cwd: path.dirname(file) });
  expect(code).toBe(0);
  expect(of('hooks')[0]).toMatchObject({ status: 'INFO', message: expect.stringContaining(`${file} says "*"`) });
});

test('whether results of Claude Code’s own tools are shortened inside it', async () => {
  const user = healthy();
  const settings = (more: object): void => void user.write('.claude/settings.json', JSON.stringify(more));
  const found = async (): Promise<object | undefined> => (await doctor(user)).of('claude-code-hooks')[0];
  settings({});
  expect(await found()).toMatchObject({ status: 'INFO', fix: 'mcp-pruner init --claude-code' });
  const { env: _, ...measuring } = PLUGIN;
  settings(measuring);
  expect(await found()).toMatchObject({
    ...{ status: 'INFO', message: 'results of Claude Code’s own tools are only measured' },
    fix: 'enter /pruner on in Claude Code, or mcp-pruner init --claude-code --on',
  });
  settings({ ...PLUGIN, env: { MCP_PRUNER_HOOKS: 'off' } });
  expect(await found()).toMatchObject({ message: 'results of Claude Code’s own tools stay whole' });
  settings(PLUGIN);
  expect(await found()).toMatchObject({ status: 'PASS', message: 'results of Claude Code’s own tools are shortened' });
  user.write('.claude/plugins/store/mcp-pruner_x.json', '{"settings":{"mode":"off"},"session 1":{"results":2}}');
  expect(await found()).toMatchObject({ message: 'results of Claude Code’s own tools stay whole' });
  settings({ ...PLUGIN, disableAllHooks: true });
  expect(await found()).toMatchObject({ status: 'WARN', message: expect.stringContaining('disableAllHooks') });
  settings(PLUGIN);
  const bare = await doctor(user, { env: { CLAUDE_CODE_SIMPLE: '1' } });
  expect(bare.of('claude-code-hooks')[0]).toMatchObject({
    ...{ status: 'WARN', message: expect.stringContaining('"CLAUDE_CODE_SIMPLE" in the environment') },
    fix: 'change "CLAUDE_CODE_SIMPLE" in the environment',
  });
  const former = { ...PLUGIN.hooks, PostToolUse: [folderHook('pruner')] };
  const [hook] = former.PostToolUse as [{ matcher: string }];
  settings({ ...PLUGIN, hooks: { ...former, PostToolUse: [{ ...hook, matcher: 'Read|Bash' }] } });
  expect(await found()).toMatchObject({
    status: 'WARN',
    message: expect.stringContaining('hooks of an earlier version'),
  });
});

test('settings of the whole machine that keep Gemini CLI from us are told, with who can mend it', async () => {
  const user = healthy();
  user.write('mcp-pruner/dist/bin/hook.cjs', '');
  const launch = { command: user.node, args: [user.entry], env: { MCP_PRUNER_HOOKS: 'on' } };
  const hooks = { AfterTool: [geminiHook(launch, process.platform)] };
  const own = user.write('.gemini/settings.json', JSON.stringify({ mcpServers: { pruner: launch }, hooks }));
  const system = path.join(user.home, 'etc/settings.json');
  const env = { GEMINI_CLI_SYSTEM_SETTINGS_PATH: system };
  const found = async (settings: object): Promise<readonly CheckResult[]> => {
    user.write('etc/settings.json', JSON.stringify(settings));
    const { of } = await doctor(user, { env });
    return [...of('gemini'), ...of('gemini-hooks')].filter(({ status }) => status !== 'PASS');
  };
  const ask = (setting: string): string => `ask who administers this machine to change "${setting}"`;
  expect(await found({})).toEqual([]);
  expect(await found({ mcp: { allowed: ['corp', 'Pruner '] } })).toEqual([]);
  expect(await found({ mcp: { allowed: ['corp'] } })).toEqual([
    {
      ...{ id: 'gemini', status: 'FAIL', fix: ask('mcp.allowed') },
      message: `Gemini CLI does not start the server "pruner" (in ${own}): "mcp.allowed" in ${system} leaves it out`,
    },
  ]);
  expect(await found({ mcp: { excluded: ['pruner'] } })).toMatchObject([{ fix: ask('mcp.excluded') }]);
  expect(await found({ hooksConfig: { enabled: false } })).toEqual([
    {
      ...{ id: 'gemini-hooks', status: 'WARN', fix: ask('hooksConfig.enabled') },
      message: `Gemini CLI does not run mcp-pruner’s hooks: "hooksConfig.enabled" in ${system} switches them off`,
    },
  ]);
  expect(await found({ hooksConfig: { disabled: ['mcp-pruner'] } })).toMatchObject([
    { fix: ask('hooksConfig.disabled') },
  ]);
  user.write(
    'etc/system-defaults.json',
    JSON.stringify({ hooksConfig: { enabled: false }, mcp: { excluded: ['pruner'] } }),
  );
  expect(await found({ hooksConfig: { enabled: true } })).toMatchObject([{ id: 'gemini', fix: ask('mcp.excluded') }]);
});

test('whether Cursor’s hooks send us results of other MCP servers, and what they cannot do', async () => {
  const user = healthy();
  const launch = { command: user.node, args: [user.entry], env: { MCP_PRUNER_HOOKS: 'on' } };
  const found = async (server: object, hooks: string): Promise<readonly CheckResult[]> => {
    user.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { pruner: server } }));
    user.write('.cursor/hooks.json', hooks);
    return (await doctor(user)).of('cursor-hooks');
  };
  const hooks = JSON.stringify({ version: 1, hooks: { postToolUse: [cursorHook(launch, process.platform)] } });
  const file = path.join(user.home, '.cursor/hooks.json');
  const hook = path.join(user.home, 'mcp-pruner/dist/bin/hook.cjs');
  expect(await found(launch, hooks)).toEqual([
    {
      ...{ id: 'cursor-hooks', status: 'FAIL', fix: 'mcp-pruner init --cursor' },
      message: `the hook in ${file} starts ${JSON.stringify(hook)}, which does not exist`,
    },
  ]);
  user.write('mcp-pruner/dist/bin/hook.cjs', '');
  const what = 'results of other MCP servers in Cursor';
  expect(await found(launch, hooks)).toEqual([
    { id: 'cursor-hooks', status: 'PASS', message: `${what} are shortened` },
  ]);
  expect(await found({ ...launch, env: { MCP_PRUNER_HOOKS: 'off' } }, hooks)).toEqual([
    { ...{ id: 'cursor-hooks', status: 'INFO', message: `${what} stay whole` }, fix: 'mcp-pruner init --cursor --on' },
  ]);
  expect(await found(launch, '{ "version": 1, "hooks": {} }')).toMatchObject([
    { status: 'INFO', message: `${what} do not reach mcp-pruner`, fix: 'mcp-pruner init --cursor' },
  ]);
  expect(await found(launch, '{')).toMatchObject([{ status: 'FAIL', fix: 'fix it by hand' }]);
  expect((await doctor(user)).of('hooks')).toContainEqual({
    ...{ id: 'hooks', status: 'INFO' },
    message:
      'in Cursor, mcp-pruner cannot shorten any result of its own tools, since its hooks replace those of MCP servers alone',
  });
});

test('a hook that Codex does not trust does not run', async () => {
  const user = healthy();
  user.write('.codex/config.toml', user.codex);
  expect((await doctor(user)).of('codex-hooks')).toMatchObject([
    { status: 'WARN', message: expect.stringContaining('does not trust'), fix: 'enter /hooks in Codex' },
  ]);
});

test.each([
  ['', 'stay whole: its model "gpt-6.1-sol" runs commands inside scripts'],
  ['model = "gpt-6-astra"\n', 'stay whole: its model "gpt-6-astra" runs commands inside scripts'],
  [
    'model = "gpt-5.5"\nprofile = "deep"\nprofiles.deep.model = "gpt-6-astra"\n',
    'stay whole: its model "gpt-6-astra" runs commands inside scripts',
  ],
  [
    'model = "gpt-5.5"\nfeatures.code_mode_only = true\n',
    'stay whole: "features.code_mode_only" lets its model run commands inside scripts',
  ],
  [
    'model = "mine"\n',
    'may stay whole: whether its model "mine" runs commands inside scripts is unknown (`codex debug models`)',
  ],
])('commands of Codex with %j never pass, since they stay whole', async (model, why) => {
  const user = healthy();
  const set = readFileSync(path.join(user.home, '.codex/config.toml'), 'utf8');
  user.write('.codex/config.toml', set.replace('model = "gpt-5.5"\n', model));
  const message = `results of Codex’s own tools ${why}`;
  expect((await doctor(user)).of('codex-hooks')).toEqual([{ id: 'codex-hooks', status: 'INFO', message }]);
});

test('the model of a project is the one that counts there', async () => {
  const user = healthy();
  user.write('work/.codex/config.toml', 'model = "gpt-6-astra"\n');
  expect((await doctor(user, { cwd: path.join(user.home, 'work') })).of('codex-hooks')).toMatchObject([
    { status: 'INFO', message: expect.stringContaining('its model "gpt-6-astra" runs commands inside scripts') },
  ]);
});

test('commands of a Codex that does not list its models do not pass', async () => {
  const user = healthy();
  const whole = {
    status: 'INFO',
    message: expect.stringContaining('whether its model "gpt-5.5" runs commands inside scripts is unknown'),
  };
  user.program('codex', 'debug models', 'no JSON');
  expect((await doctor(user)).of('codex-hooks')).toMatchObject([whole]);
  rmSync(path.join(user.home, 'bin/codex'));
  expect((await doctor(user)).of('codex-hooks')).toMatchObject([whole]);
});

test('hooks that this version of Claude Code does not know are no PASS, nor are those of a project', async () => {
  const user = healthy();
  user.program('claude', '--version', '2.1.117 (Claude Code)\n');
  const file = path.join(user.home, '.claude/settings.json');
  const hooks = readFileSync(file, 'utf8');
  expect((await doctor(user)).of('claude-code-hooks')).toEqual([
    {
      ...{ id: 'claude-code-hooks', status: 'FAIL' },
      message: `mcp-pruner’s hooks are in ${file}: Claude Code 2.1.117 does not support them (2.1.290 or later does). An earlier version may ignore the whole file because of them`,
      fix: 'update Claude Code, or mcp-pruner init --claude-code --no-hooks',
    },
  ]);
  user.write('.claude/settings.json', '{}');
  expect((await doctor(user)).of('claude-code-hooks')).toMatchObject([
    { status: 'INFO', message: expect.stringContaining('2.1.117 does not support them'), fix: 'update Claude Code' },
  ]);
  user.write('.claude/settings.json', hooks);
  rmSync(path.join(user.home, 'bin/claude'));
  expect((await doctor(user)).of('claude-code-hooks')).toMatchObject([{ status: 'WARN', fix: 'put "claude" on PATH' }]);
  user.program('claude', '--version', '2.1.290 (Claude Code)\n');
  expect((await doctor(user)).of('claude-code-hooks')).toMatchObject([{ status: 'PASS' }]);
  const cwd = path.join(user.home, 'project');
  user.write('project/.claude/settings.json', readFileSync(file, 'utf8'));
  expect((await doctor(user, { cwd })).of('claude-code-hooks')).toMatchObject([
    { status: 'FAIL', fix: 'mcp-pruner init --claude-code --project' },
  ]);
});

test('hooks whose answer this version of Gemini CLI does not know are told of, without an alarm', async () => {
  const user = healthy();
  user.write('mcp-pruner/dist/bin/hook.cjs', '');
  const launch = { command: user.node, args: [user.entry], env: { MCP_PRUNER_HOOKS: 'on' } };
  const hooks = { AfterTool: [geminiHook(launch, process.platform)] };
  user.write('.gemini/settings.json', JSON.stringify({ mcpServers: { pruner: launch }, hooks }));
  user.program('gemini', '--version', '0.30.0\n');
  const { code, of } = await doctor(user);
  expect(code).toBe(0);
  expect(of('gemini-hooks')).toEqual([
    {
      ...{ id: 'gemini-hooks', status: 'WARN', fix: 'update Gemini CLI' },
      message: 'mcp-pruner’s hooks do nothing: Gemini CLI 0.30.0 does not support them (0.31.0 or later does)',
    },
  ]);
  user.program('gemini', '--version', '0.31.0\n');
  expect((await doctor(user)).of('gemini-hooks')).toMatchObject([{ status: 'PASS' }]);
});

test('a folder that takes no socket is told, since hooks that are processes do not reach us', async () => {
  const user = healthy();
  user.write('mcp-pruner/dist/bin/hook.cjs', '');
  const found = async (folder: string) => {
    const launch = { command: user.node, args: [user.entry], env: { MCP_PRUNER_HOOKS: 'on', MCP_PRUNER_HOME: folder } };
    const hooks = { AfterTool: [geminiHook(launch, process.platform)] };
    user.write('.gemini/settings.json', JSON.stringify({ mcpServers: { pruner: launch }, hooks }));
    return (await doctor(user)).of('gemini-hooks')[0];
  };
  expect(await found('/srv/kept')).toMatchObject({ status: 'PASS' });
  if (process.platform === 'win32') return;
  expect(await found(`/srv/${'x'.repeat(80)}`)).toMatchObject({
    status: 'FAIL',
    message: 'Gemini CLI’s hooks cannot reach mcp-pruner: the path of its folder is too long for a socket',
  });
  const file = user.write('kept/hooks', '');
  expect(await found(path.dirname(file))).toEqual({
    ...{ id: 'gemini-hooks', status: 'FAIL', fix: `rm ${file}` },
    message: `Gemini CLI’s hooks cannot reach mcp-pruner: ${JSON.stringify(file)} is not a folder`,
  });
});

test('whether Claude Code’s model sees our tools, and may call them', async () => {
  const user = healthy();
  const { entry, node } = user;
  const told = async (server: object, settings: object, env = {}): Promise<unknown> => {
    user.write('.claude.json', JSON.stringify({ mcpServers: { pruner: { command: node, args: [entry], ...server } } }));
    user.write('.claude/settings.json', JSON.stringify(settings));
    const [found] = (await doctor(user, { env })).of('claude-code-tools');
    return [found?.status, found?.fix];
  };
  const allow = ALLOWED;
  expect(await told({}, { permissions: { allow } })).toEqual(['WARN', 'mcp-pruner init --claude-code']);
  expect(await told({}, { permissions: { allow } }, { ENABLE_TOOL_SEARCH: 'false' })).toEqual(['PASS', undefined]);
  expect(await told({ alwaysLoad: true }, { permissions: { allow: ['mcp__pruner'] } })).toEqual(['PASS', undefined]);
  const asks = ['INFO', 'mcp-pruner init --claude-code --allow'];
  expect(await told({ alwaysLoad: true }, { permissions: { allow: allow.slice(1) } })).toEqual(asks);
  expect(await told({ alwaysLoad: true }, {})).toEqual(asks);
  // As `init` sets it up, only one tool is listed.
  const brief = { alwaysLoad: true, env: { MCP_PRUNER_TOOLS: 'artifact', MCP_PRUNER_HOOKS: 'on' } };
  const artifact = { permissions: { allow: allow.filter((name) => name.endsWith('artifact')) } };
  expect(await told(brief, artifact)).toEqual(['PASS', undefined]);
  expect(await told(brief, {})).toEqual(asks);
});

test('in a terminal doctor shows what it still waits for, and nothing of it stays', async () => {
  const waiting: (() => void)[] = [];
  const waits: DoctorEdges['tryLauncher'] = () => new Promise((resolve) => waiting.push(() => resolve(WORKS)));
  const said: string[] = [];
  const onStderr = (text: string): void => {
    said.push(text);
    if (text.includes('Checking a call of a tool')) for (const answer of waiting.splice(0)) answer();
  };
  const { code } = await doctor(healthy(), { onStderr, edges: { tryLauncher: waits } });
  expect(code).toBe(0);
  expect(said.at(-1)).toBe('\r\u001b[K');
});
