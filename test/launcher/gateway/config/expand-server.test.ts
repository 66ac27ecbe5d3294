// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references as a configuration has them
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ExpandedServer, expandServer } from '../../../../launcher/gateway/config/expand-server.ts';
import type { HttpServerConfig, StdioServerConfig } from '../../../../launcher/gateway/config/server-config.ts';
import { PLAIN_SETTINGS } from './plain-settings.ts';

const STDIO: StdioServerConfig = {
  ...PLAIN_SETTINGS,
  transport: 'stdio',
  command: 'x',
  args: [],
  env: {},
  cwd: undefined,
};
const HTTP: HttpServerConfig = {
  ...PLAIN_SETTINGS,
  transport: 'http',
  url: 'http://x/',
  headers: {},
  sse: false,
  oauth: undefined,
};

const expandArg = (arg: string, env: Record<string, string>): ExpandedServer =>
  expandServer('s', { ...STDIO, args: [arg] }, env);

test('everything that reaches the server is expanded, and nothing else', () => {
  const given = { ...STDIO, command: '${A}', args: ['-x', '${A}/${B}'], env: { '${A}': '${B}' }, cwd: '${A}' };
  expect(expandServer('s', { ...given, allowedTools: ['${A}'] }, { A: '1', B: '2' })).toEqual({
    ok: true,
    config: { ...STDIO, command: '1', args: ['-x', '1/2'], env: { '${A}': '2' }, cwd: '1', allowedTools: ['${A}'] },
  });
  const remote = { ...HTTP, url: 'https://${A}/', headers: { X: 'Bearer ${B}' } };
  expect(expandServer('s', remote, { A: 'h', B: '2' })).toEqual({
    ok: true,
    config: { ...HTTP, url: 'https://h/', headers: { X: 'Bearer 2' } },
  });
});

test.each([
  ['${A}', { A: '' }, ''],
  ['${A:-d}', {}, 'd'],
  ['${A:-d}', { A: '' }, 'd'],
  ['${A:-d}', { A: 'v' }, 'v'],
  ['${A:-}', {}, ''],
  ['${A:-a:-b c/$x}', {}, 'a:-b c/$x'],
  ['${A}', { A: '${B}', B: 'no' }, '${B}'],
  ['${A}${A}', { A: '$$' }, '$$$$'],
  ['$A $ $$ pa$$word ^a$', { A: 'no' }, '$A $ $$ pa$$word ^a$'],
  ['$${A}', { A: 'no' }, '${A}'],
  ['$$${A}', { A: 'no' }, '$${A}'],
])('%j with %j is %j', (arg, env, expected) => {
  expect(expandArg(arg, env as Record<string, string>)).toMatchObject({ ok: true, config: { args: [expected] } });
});

test('missing variables are told by name, each once, and where they stand', () => {
  const config = { ...STDIO, command: '${A}', args: ['${B}', '${A}'], env: { X: '${C:-d}', Y: '${constructor}' } };
  const at = ['command', 'args[0]', 'args[1]', 'env.Y'].map((key) => `mcpServers.s.${key}`);
  expect(expandServer('s', config, {})).toEqual({
    ok: false,
    missing: ['A', 'B', 'constructor'],
    missingAt: at,
    issues: [],
  });
});

test.each(['${input:token}', '${env:HOME}', '${A', '${}', '${1A}', '${A-b}'])('%j is no reference', (arg) => {
  expect(expandArg(arg, { A: 'v' })).toEqual({
    ok: false,
    missing: [],
    missingAt: [],
    issues: [
      {
        path: 'mcpServers.s.args[0]',
        message: 'cannot expand mcpServers.s.args[0]: expected ${VAR}, ${VAR:-default}, or $${ for a literal ${',
      },
    ],
  });
});

test.each([
  ['a line break in a header', { ...HTTP, headers: { A: 'Bearer ${V}' } }, 'hunter2\n', 'headers.A'],
  ['an address without protocol', { ...HTTP, url: '${V}' }, 'hunter2', 'url'],
  ['an address with a password', { ...HTTP, url: 'https://${V}@x/' }, 'u:hunter2', 'url'],
  ['a NUL', { ...STDIO, args: ['${V}'] }, 'hunter2\0', 'args[0]'],
  ['an empty command', { ...STDIO, command: '${V}' }, '', 'command'],
])('%s that a variable brings in is told without its value', (_, config, value, at) => {
  const expanded = expandServer('s', config, { V: value });
  expect(expanded).toMatchObject({ ok: false, issues: [{ path: `mcpServers.s.${at}` }] });
  expect(JSON.stringify(expanded)).not.toContain('hunter2');
});

test('a fallback that never ends is looked for no further than it may go', () => {
  expect(expandArg('${A:-'.repeat(50_000), {})).toMatchObject({ ok: false, missing: [] });
});

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/);
const value = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
const literal = fc.string().filter((text) => !text.includes('$'));

test('expansion is what stands between the references and what they stand for', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(literal, name, value)), literal, (parts, end) => {
      const env = Object.fromEntries(parts.map(([, key, text]) => [key, text]));
      const arg = parts.map(([before, key]) => `${before}\${${key}}`).join('') + end;
      const expected = parts.map(([before, key]) => before + env[key]).join('') + end;
      expect(expandArg(arg, env)).toMatchObject({ ok: true, config: { args: [expected] } });
    }),
  );
});

test('any text, escaped, comes through as it is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('$', '{', '}', 'A', ':-', ' ')).map((parts) => parts.join('')),
      (text) => {
        const written = text.replaceAll('${', () => '$${');
        expect(expandArg(written, { A: 'no' })).toMatchObject({ ok: true, config: { args: [text] } });
      },
    ),
  );
});

test('no value of the environment is in what is told', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('${A}', '${B}', '${', 'x', '$', ':-', '}') }), (text) => {
      const expanded = expandServer('s', { ...HTTP, url: text }, { A: 'hunter2' });
      if (!expanded.ok) expect(JSON.stringify(expanded)).not.toContain('hunter2');
    }),
  );
});

test('on Windows a variable has any case', () => {
  const config = { ...STDIO, args: ['${UserProfile}\\x', '${NONE:-y}'] };
  expect(expandServer('s', config, { USERPROFILE: 'C:\\Users\\me' }, 'win32')).toMatchObject({
    ok: true,
    config: { args: ['C:\\Users\\me\\x', 'y'] },
  });
  expect(expandServer('s', config, { USERPROFILE: 'x' }, 'linux')).toMatchObject({
    ok: false,
    missing: ['UserProfile'],
  });
});
