import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { configLocation } from '../../../../launcher/gateway/config/config-location.ts';
import { checkPermissions, loadConfig } from '../../../../launcher/gateway/config/load-config.ts';
import { loadSources } from '../../../../launcher/gateway/config/load-sources.ts';
import { MAX_CONFIG_BYTES, readConfigFile } from '../../../../launcher/gateway/config/read-config-file.ts';
import { saveEdit } from '../../../../launcher/gateway/config/save-edit.ts';
import { writeConfigFile } from '../../../../launcher/gateway/config/write-config-file.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const ONE = '{ "mcpServers": { "a": { "command": "x" } } } // mine\n';
const ADD = { kind: 'add', name: 'n', server: { command: 'y', env: { TOKEN: `\${TOKEN}` } } } as const;

function fileWith(text: string | Uint8Array, mode = 0o600): string {
  const file = path.join(tempDir(), 'mcp-config.json');
  writeFileSync(file, text, { mode });
  chmodSync(file, mode);
  return file;
}

describe('reading', () => {
  test('each issue names its line and file', async () => {
    const text = [
      '\ufeff{ // servers',
      '  "mcpServers": {',
      '    "a": { "command": "x", "args": ["1",',
      '      2] },',
      '    "b": {},',
      '    "c": { "url": "https://c.example",',
      '      "retries": 3 }',
      '  },',
      '  "approve": "never"',
      '}',
    ];
    const file = fileWith(text.join('\r\n'));
    const loaded = await loadConfig(file);
    const messages = loaded.ok
      ? [...loaded.servers.flatMap((one) => (one.ok ? [] : one.issues)), ...loaded.warnings].map(
          ({ message }) => message,
        )
      : [];
    expect(messages.map((message) => / \((line \d+ of ".*")\)$/.exec(message)?.[1])).toEqual(
      [4, 5, 9, 7].map((line) => `line ${line} of ${JSON.stringify(file)}`),
    );
    expect(messages[0]).toMatch(/^cannot use mcpServers\.a\.args\[1\] \(a number\): expected a string/);
  });

  test('a missing file is an empty configuration, and so is one in a missing folder', async () => {
    const folder = tempDir();
    const empty = { ok: true, servers: [], warnings: [] };
    expect(await loadConfig(path.join(folder, 'none.json'))).toEqual(empty);
    expect(await loadConfig(path.join(folder, 'a/b/none.json'))).toEqual(empty);
  });

  test.each([
    [
      'too large',
      ' '.repeat(MAX_CONFIG_BYTES + 1),
      'too_large',
      `expected at most 1048576 bytes, got ${MAX_CONFIG_BYTES + 1}`,
    ],
    ['not UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), 'not_utf8', 'expected UTF-8'],
    ['not JSON', '{ "mcpServers": }', 'syntax', 'line 1, column 17: expected a value'],
  ])('a file that is %s is told as what it is', async (_, text, reason, message) => {
    const file = fileWith(text);
    const loaded = await loadConfig(file);
    expect(loaded).toMatchObject({ ok: false, reason });
    expect(loaded.ok ? '' : loaded.message).toContain(`cannot read ${JSON.stringify(file)}`);
    expect(loaded.ok ? '' : loaded.message).toContain(message);
  });

  test('a folder is no configuration', async () => {
    expect(await loadConfig(tempDir())).toMatchObject({ ok: false, reason: 'unreadable' });
  });
});

describe.skipIf(process.platform === 'win32')('permissions', () => {
  const SECRET = '{ "mcpServers": { "a": { "command": "x", "env": { "TOKEN": "hunter2" } } } }';

  test.each([
    [0o600, SECRET, 0],
    [0o644, SECRET, 1],
    [0o640, SECRET, 1],
    [0o644, SECRET.replace('hunter2', `\${TOKEN}`), 0],
    [0o644, ONE, 0],
    [0o664, ONE, 1],
  ])('mode %o of %s: %i warnings', async (mode, text, count) => {
    const loaded = await loadConfig(fileWith(text, mode));
    expect(loaded.ok && loaded.warnings).toHaveLength(count);
    expect(JSON.stringify(loaded.ok && loaded.warnings)).not.toContain('hunter2');
  });

  test('Windows has no such bits', () => {
    expect(checkPermissions('f', 0o666, [], 'win32')).toEqual([]);
  });
});

describe('writing', () => {
  test('a new file in a new folder is the owner’s alone, and its schema lies beside it', async () => {
    const file = path.join(tempDir(), 'home/mcp-config.json');
    expect(await saveEdit(file, ADD)).toEqual({ ok: true, changed: true });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    expect(readdirSync(path.dirname(file)).sort()).toEqual(['mcp-config.json', 'mcp-config.schema.json']);
    expect(await loadConfig(file)).toMatchObject({ ok: true, servers: [{ name: 'n', ok: true }], warnings: [] });
  });

  test('nothing is ever written expanded', async () => {
    const file = fileWith(ONE);
    await saveEdit(file, ADD);
    expect(readFileSync(file, 'utf8')).toContain(`"TOKEN": "\${TOKEN}"`);
  });

  test('a file that others may read is the owner’s alone after an edit', async () => {
    const file = fileWith(ONE, 0o644);
    await saveEdit(file, ADD);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain('// mine');
  });

  test('an edit that changes nothing writes nothing', async () => {
    const file = fileWith(ONE);
    const before = statSync(file).ino;
    expect(await saveEdit(file, { kind: 'enable', name: 'a' })).toEqual({ ok: true, changed: false });
    expect(statSync(file).ino).toBe(before);
  });

  test('edits side by side wait for each other, past a lock that was left behind', async () => {
    const file = path.join(tempDir(), 'new/mcp-config.json');
    mkdirSync(path.dirname(file));
    writeFileSync(`${file}.lock`, '');
    utimesSync(`${file}.lock`, 0, 0);
    const names = Array.from({ length: 8 }, (_, n) => `n${n}`);
    const saved = await Promise.all(names.map((name) => saveEdit(file, { ...ADD, name })));
    expect(saved.every(({ ok }) => ok)).toBe(true);
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')).mcpServers).sort()).toEqual(names);
    expect(readdirSync(path.dirname(file)).some((name) => name.includes('.lock'))).toBe(false);
  });

  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('a read-only folder is told', async () => {
    const file = fileWith(ONE);
    chmodSync(path.dirname(file), 0o500);
    const message = `cannot write ${JSON.stringify(file)}: permission denied`;
    expect(await saveEdit(file, ADD)).toEqual({ ok: false, reason: 'unwritable', message });
    expect(await saveEdit(file, { kind: 'enable', name: 'a' })).toEqual({ ok: true, changed: false });
    chmodSync(path.dirname(file), 0o700);
  });

  test('a text that does not parse stays byte for byte', async () => {
    const broken = '{ "mcpServers": { // half\n';
    const file = fileWith(broken);
    expect(await saveEdit(file, ADD)).toMatchObject({ ok: false, reason: 'syntax' });
    expect(readFileSync(file, 'utf8')).toBe(broken);
    expect(readdirSync(path.dirname(file))).toEqual(['mcp-config.json']);
  });

  test.each([
    ['changed', ONE, 'another’s'],
    ['made', undefined, 'another’s'],
  ])('a file that another has %s since it was read is not overwritten', async (_, text, others) => {
    const file = text === undefined ? path.join(tempDir(), 'c.json') : fileWith(text);
    const before = await readConfigFile(file);
    if (!before.ok) throw new Error(before.message);
    writeFileSync(file, others);
    const written = await writeConfigFile(before, 'ours');
    expect(written).toMatchObject({ ok: false, reason: 'changed' });
    expect(written.ok ? '' : written.message).toContain('it has changed since it was read; try again');
    expect(readFileSync(file, 'utf8')).toBe(others);
    expect(readdirSync(path.dirname(file))).toHaveLength(1);
  });

  test.each([true, false])('a link stays one, and what it leads to is written (there already: %s)', async (there) => {
    const folder = tempDir();
    mkdirSync(path.join(folder, 'dotfiles'));
    const real = path.join(folder, 'dotfiles/mcp.json');
    if (there) writeFileSync(real, ONE);
    const link = path.join(folder, 'mcp-config.json');
    symlinkSync('dotfiles/mcp.json', link);
    expect(await saveEdit(link, ADD)).toMatchObject({ ok: true });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).toContain('"n"');
    expect(readdirSync(path.join(folder, 'dotfiles'))).toEqual(['mcp.json']);
  });

  test('a link that leads to itself is a value, not a crash', async () => {
    const link = path.join(tempDir(), 'mcp-config.json');
    symlinkSync(link, link);
    expect(await saveEdit(link, ADD)).toMatchObject({ ok: false });
  });

  test('a folder that is none is told', async () => {
    const file = fileWith(ONE);
    expect(await saveEdit(path.join(file, 'mcp-config.json'), ADD)).toMatchObject({ ok: false, reason: 'unwritable' });
  });
});

describe('where it is', () => {
  test.each([
    [{}, path.join(homedir(), '.mcp-pruner/mcp-config.json')],
    [{ MCP_PRUNER_HOME: '/h' }, '/h/mcp-config.json'],
    [{ MCP_PRUNER_HOME: '/h', MCP_PRUNER_CONFIG: '' }, '/h/mcp-config.json'],
    [{ MCP_PRUNER_HOME: '/h', MCP_PRUNER_CONFIG: 'c.json' }, '/project/c.json'],
    [{ MCP_PRUNER_CONFIG: '~/c.json' }, path.join(homedir(), 'c.json')],
  ])('%j: %s', (env, user) => {
    expect(configLocation(env, '/project')).toEqual({ user, project: undefined });
  });

  test('a project has its own file', () => {
    expect(configLocation({ MCP_PRUNER_HOME: '/h' }, '/project', 'p').project).toBe('/project/p/.mcp.json');
  });
});

test('of two servers of a name the user’s own counts, also where it is wrong; a broken file hides no other', async () => {
  const user = fileWith('{"mcpServers": {"a": {"command": "mine"}, "b": {}}}');
  const project = fileWith(
    '{"mcpServers": {"a": {"command": "theirs"}, "b": {"command": "x"}, "c": {"command": "y"}}}',
    0o664,
  );
  const merged = await loadSources({ user, project });
  expect(merged.servers.map(({ name, ok, source }) => [name, ok, source])).toEqual([
    ['a', true, 'user'],
    ['b', false, 'user'],
    ['c', true, 'project'],
  ]);
  expect(merged.warnings.map(({ message }) => message)).toEqual([
    'ignored mcpServers["a"] of the project: the user\'s server with that name takes precedence',
    'ignored mcpServers["b"] of the project: the user\'s server with that name takes precedence',
  ]);
  const broken = await loadSources({ user: fileWith('{'), project });
  expect(broken.servers.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(broken.faults).toMatchObject([{ source: 'user' }]);
});
