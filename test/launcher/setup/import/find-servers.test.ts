import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkServer } from '../../../../launcher/gateway/config/check-server.ts';
import { commonEntry } from '../../../../launcher/hosts/host-entry.ts';
import { HOSTS } from '../../../../launcher/hosts/hosts.ts';
import type { Places } from '../../../../launcher/hosts/places.ts';
import { findServers, toOurEntry } from '../../../../launcher/setup/import/find-servers.ts';
import { isOurselves } from '../../../../launcher/setup/import/is-ourselves.ts';
import { planImport } from '../../../../launcher/setup/import/plan-import.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { SECRET, writeHostSamples } from './host-samples.ts';

function samples(): Places {
  const home = tempDir();
  const cwd = path.join(home, 'project');
  writeHostSamples(home, cwd);
  return { env: {}, cwd, home, platform: 'linux' };
}

test('each host’s servers are found as our file would have them', async () => {
  const places = samples();
  const { servers, faults } = await findServers(HOSTS, places);
  expect(faults).toEqual([]);
  const usable = servers.flatMap(({ name, host, usable: one }) => (one.ok ? [[`${host}: ${name}`, one.entry]] : []));
  expect(Object.fromEntries(usable)).toEqual({
    'claude-code: cc-project': {
      command: 'npx',
      args: ['-y', 'cc', `\${ROOT:-/tmp}`],
      env: { API_KEY: `\${API_KEY}` },
    },
    'claude-code: cc-local': { command: 'cc-local' },
    'claude-code: cc-user': { url: 'https://cc.example/mcp', headers: { Authorization: `Bearer ${SECRET}` } },
    'claude-desktop: desktop': { command: 'uvx', args: ['desktop', `$\${AS_IT_IS}`], env: { PORT: '80' } },
    'codex: codex-local': {
      command: 'npx',
      args: ['-y', 'codex-mcp'],
      env: { MODE: 'fast', HOME_TOKEN: `\${HOME_TOKEN}` },
      timeout: 45_500,
      connectTimeout: 20_000,
      allowedTools: ['read'],
      blockedTools: ['write'],
    },
    'codex: codex-far': {
      url: 'https://codex.example/mcp',
      headers: { 'X-Region': 'eu', 'X-Team': `\${TEAM}`, Authorization: `Bearer \${CODEX_TOKEN}` },
      enabled: false,
    },
    'cursor: cursor-project': { command: `${places.cwd}/run`, args: [places.home, path.sep] },
    'cursor: cursor-user': { url: 'https://cursor.example/sse', headers: { 'X-Key': `\${CURSOR_KEY}` } },
    'vscode: code': { command: 'node', args: ['x.js'], env: { A: `\${A_KEY}` } },
    'gemini: gemini-far': { url: 'https://gemini.example/mcp', headers: { 'X-Key': `\${GEMINI_X}` }, timeout: 5000 },
    'gemini: gemini-local': { command: 'g', cwd: './g', allowedTools: ['a'], blockedTools: ['b'] },
    'opencode: oc-local': { command: 'bun', args: ['x', 'oc'], env: { K: `\${OC_KEY}` }, enabled: false },
    'copilot: copilot': { command: 'npx', args: ['c$p'], env: { T: `\${CP_TOKEN}`, U: `\${CP_URL:-x}` } },
    'windsurf: ws-far': { url: 'https://ws.example/mcp', headers: { A: `Bearer \${WS_TOKEN}` }, blockedTools: ['rm'] },
    'zed: zed-local': { command: 'z', args: ['$X', `$\${Y}`], enabled: false, timeout: 30_000 },
    'zed: zed-old': { command: 'old', args: ['-v'], env: { K: 'v' } },
    'zed: zed-far': { url: 'https://zed.example/mcp', oauth: { clientId: 'me' } },
    'cline: cline-off': { command: 'c', enabled: false, timeout: 60_000 },
    'cline: cline-far': { url: 'https://cline.example/mcp' },
    'cline: cline-sse': { type: 'sse', url: 'https://cline.example/sse' },
    'cline: cline-cli': { command: 'cli' },
    'kiro: kiro': { url: 'https://kiro.example/mcp', headers: { A: `\${KIRO}` }, enabled: false },
    'kiro: kiro-project': { command: 'k', blockedTools: ['w'] },
    'amazon-q: q': { command: 'q', timeout: 1000, enabled: false },
    'amazon-q: q-project': { command: 'qp', env: { A: `\${Q_A}` } },
    'lm-studio: lm': { url: 'https://lm.example/mcp' },
    'droid: droid': { url: 'https://d.example/', enabled: false },
    'droid: droid-project': { command: 'd' },
    'qwen: qwen-far': { url: 'https://qwen.example/mcp', headers: { A: `\${QWEN}` } },
    'qwen: qwen-off': { command: 'qw', allowedTools: ['a'], blockedTools: ['b'], enabled: false },
    'qwen: qwen-project': { command: 'qp' },
    'qwen: qwen-own': { command: 'qo' },
  });
  const unusable = servers.flatMap(({ name, usable: one }) => (one.ok ? [] : [[name, one.why]]));
  expect(Object.fromEntries(unusable)).toEqual({
    pruner: 'it is mcp-pruner itself',
    'cursor-nowhere': `\${workspaceFolder} cannot be filled in here`,
    'code-asks': `\${input:key} cannot be filled in here`,
    'oc-far': '{file:~/.secret} cannot be filled in here',
    'ws-file': `\${file:~/.secret} cannot be filled in here`,
    'zed-extension': 'cannot use mcpServers["zed-extension"]: it has neither command nor url: expected one of them',
  });
  const [noted] = servers.flatMap(({ usable: one }) => (one.ok && one.notes.length > 0 ? [one.notes] : []));
  expect(noted).toEqual(['envFile is not imported']);
});

test.each([
  ['darwin', {}, 'Library/Application Support/Claude/claude_desktop_config.json'],
  ['linux', {}, '.config/Claude/claude_desktop_config.json'],
  ['win32', {}, 'AppData/Roaming/Claude/claude_desktop_config.json'],
] as const)(
  'on %s Claude Desktop, VS Code and Cline are looked for where they keep their files',
  async (platform, env, file) => {
    const home = tempDir();
    const folder = path.join(home, path.dirname(path.dirname(file)));
    for (const [name, key] of [
      ['Claude/claude_desktop_config.json', 'mcpServers'],
      ['Code/User/mcp.json', 'servers'],
      ['Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json', 'mcpServers'],
    ] as const) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), JSON.stringify({ [key]: { one: { command: 'x' } } }));
    }
    const { servers } = await findServers(HOSTS, { env, cwd: home, home, platform });
    expect(servers.map(({ host }) => host)).toEqual(['claude-desktop', 'vscode', 'cline']);
  },
);

test.each([
  ['darwin', '.config/zed/settings.json'],
  ['linux', '.config/zed/settings.json'],
  ['win32', 'AppData/Roaming/Zed/settings.json'],
] as const)('on %s Zed is looked for at %s', async (platform, file) => {
  const home = tempDir();
  mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
  writeFileSync(path.join(home, file), '{ "context_servers": { "one": { "command": "x" } } }');
  const { servers } = await findServers(HOSTS, { env: {}, cwd: home, home, platform });
  expect(servers).toMatchObject([{ name: 'one', host: 'zed', usable: { ok: true } }]);
});

test('CLAUDE_CONFIG_DIR, CODEX_HOME and XDG_CONFIG_HOME say where', async () => {
  const home = tempDir();
  mkdirSync(path.join(home, 'opencode'));
  writeFileSync(path.join(home, '.claude.json'), '{ "mcpServers": { "a": { "command": "x" } } }');
  writeFileSync(path.join(home, 'config.toml'), '[mcp_servers.b]\ncommand = "x"\n');
  writeFileSync(path.join(home, 'opencode/opencode.json'), '{ "mcp": { "c": { "command": ["x"] } } }');
  const env = { CLAUDE_CONFIG_DIR: home, CODEX_HOME: home, XDG_CONFIG_HOME: home };
  const places = { env, cwd: path.join(home, 'p'), home: path.join(home, 'h'), platform: 'linux' } as const;
  const { servers } = await findServers(HOSTS, places);
  expect(servers.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});

test('in the home folder a file is read once, as the user’s own', async () => {
  const home = tempDir();
  mkdirSync(path.join(home, '.cursor'));
  const one = { command: `\${workspaceFolder}/run` };
  writeFileSync(path.join(home, '.cursor/mcp.json'), JSON.stringify({ mcpServers: { one } }));
  const { servers } = await findServers(HOSTS, { env: {}, cwd: home, home, platform: 'linux' });
  expect(servers).toMatchObject([{ host: 'cursor', usable: { ok: false } }]);
});

test('a file that does not parse is told of without a word of it, and the others count', async () => {
  const places = samples();
  writeFileSync(path.join(places.home, '.codex/config.toml'), `[mcp_servers.x]\ntoken = "${SECRET}\n`);
  writeFileSync(path.join(places.home, '.cursor/mcp.json'), `{ "mcpServers": {\n "k": "${SECRET}" "`);
  writeFileSync(path.join(places.home, '.gemini/settings.json'), '[]');
  const { servers, faults } = await findServers(HOSTS, places);
  expect(faults).toEqual([
    `cannot read "${places.home}/.codex/config.toml": line 2: expected TOML`,
    `cannot read "${places.home}/.cursor/mcp.json": line 2: expected the closing quote`,
    `cannot read "${places.home}/.gemini/settings.json": expected an object`,
  ]);
  expect(servers.map(({ host }) => host)).toEqual(expect.arrayContaining(['claude-code', 'vscode', 'opencode']));
});

test('what is no server is unusable alone, and says no value', async () => {
  const places = samples();
  const broken = { a: 3, b: { command: SECRET, url: 'x' }, c: { command: 'c', args: SECRET }, '': { command: 'd' } };
  writeFileSync(path.join(places.cwd, '.mcp.json'), JSON.stringify({ mcpServers: { ...broken, e: { command: 'e' } } }));
  const { servers } = await findServers(HOSTS.slice(0, 1), places);
  const project = servers.filter(({ file }) => file.endsWith('.mcp.json'));
  expect(project.map(({ usable }) => usable.ok)).toEqual([false, true, false, false, true]);
  expect(JSON.stringify(project.map(({ usable }) => (usable.ok ? '' : usable.why)))).not.toContain(SECRET);
});

test.each([
  ['x', { command: 'mcp-pruner' }, true],
  ['x', { command: '/usr/bin/mcp-pruner' }, true],
  ['x', { command: 'C:\\npm\\mcp-pruner.cmd' }, true],
  ['x', { command: 'node', args: ['/src/mcp-pruner/dist/index.js'] }, true],
  ['x', { command: 'npx', args: ['@jeeves/mcp-pruner'] }, true],
  ['mcp-pruner', { url: 'https://example.com' }, true],
  ['x', { command: 'node', args: ['/src/mcp-pruner/examples/other.js'] }, false],
  ['x', { command: 'mcp-pruner-fork' }, false],
])('whether %s %j is this program: %j', (name, entry, expected) => {
  expect(isOurselves(name, entry)).toBe(expected);
});

test('of two servers with one name the first counts, and one that is there already is the same', async () => {
  const places = samples();
  const servers = { one: { command: 'x' }, two: { command: 'y' }, three: { command: 'z' } };
  writeFileSync(path.join(places.cwd, '.mcp.json'), JSON.stringify({ mcpServers: servers }));
  writeFileSync(
    path.join(places.cwd, '.cursor/mcp.json'),
    JSON.stringify({ mcpServers: { ...servers, two: { command: 'w' } } }),
  );
  const found = (await findServers(HOSTS, places)).servers.filter(({ name }) => name in servers);
  const three = found.find(({ name }) => name === 'three')?.usable;
  const config = three?.ok ? { ...three.config, enabled: false } : undefined;
  const planned = planImport(found, config === undefined ? [] : [{ name: 'three', ok: true, config }]);
  expect(planned.map(({ found: { host, name }, state }) => [host, name, state])).toEqual([
    ['claude-code', 'one', 'new'],
    ['claude-code', 'two', 'new'],
    ['claude-code', 'three', 'same'],
    ['cursor', 'one', 'same'],
    ['cursor', 'two', 'taken'],
    ['cursor', 'three', 'same'],
  ]);
});

test.each([
  [
    'claude-code',
    {
      type: 'sse',
      url: 'https://x/',
      timeout: 600_000,
      oauth: { clientId: 'me', callbackPort: 8080, authServerMetadataUrl: 'y' },
    },
    { type: 'sse', url: 'https://x/', timeout: 600_000, oauth: { clientId: 'me', callbackPort: 8080 } },
  ],
  [
    'cursor',
    {
      url: 'https://x/',
      auth: { CLIENT_ID: `\${env:ID}`, CLIENT_SECRET: `\${env:SECRET}`, scopes: ['read', 'write'] },
    },
    { url: 'https://x/', oauth: { clientId: `\${ID}`, clientSecret: `\${SECRET}`, scopes: ['read', 'write'] } },
  ],
  [
    'vscode',
    { type: 'sse', url: 'https://x/', oauth: { clientId: 'me' } },
    { type: 'sse', url: 'https://x/', oauth: { clientId: 'me' } },
  ],
  [
    'gemini',
    {
      httpUrl: 'https://x/',
      timeout: 600_000,
      oauth: { enabled: true, clientId: 'me', clientSecret: '$S', scopes: ['a'], tokenUrl: 'y' },
    },
    { url: 'https://x/', timeout: 600_000, oauth: { clientId: 'me', clientSecret: `\${S}`, scopes: ['a'] } },
  ],
  [
    'opencode',
    { type: 'remote', url: 'https://x/', timeout: 7000, oauth: { clientId: 'me', scope: 'a b' } },
    { url: 'https://x/', connectTimeout: 7000, oauth: { clientId: 'me', scopes: ['a', 'b'] } },
  ],
  ['opencode', { type: 'remote', url: 'https://x/', oauth: false }, { url: 'https://x/' }],
  [
    'codex',
    { url: 'https://x/', tool_timeout_sec: 600, startup_timeout_ms: 9000, scopes: ['a'], oauth: { client_id: 'me' } },
    { url: 'https://x/', timeout: 600_000, connectTimeout: 9000, oauth: { clientId: 'me', scopes: ['a'] } },
  ],
])('time-outs, transport and sign-in of %s were left behind: %j', (name, raw, entry) => {
  const host = HOSTS.find((one) => one.name === name);
  expect(toOurEntry(host as (typeof HOSTS)[number], raw, { home: '/', folder: undefined }, [])).toEqual(entry);
  expect(checkServer('s', entry)).toMatchObject({ server: { ok: true }, warnings: [] });
});

test('what of a sign-in is not imported is told', () => {
  const oauth = { clientId: 'me', authServerMetadataUrl: 'https://y/', tokenUrl: 'https://z/' };
  expect(commonEntry({ url: 'https://x/', oauth }).notes).toEqual([
    'oauth.authServerMetadataUrl is not imported',
    'oauth.tokenUrl is not imported',
  ]);
});
