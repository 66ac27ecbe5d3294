import fc from 'fast-check';
import { parse, type TomlTable } from 'smol-toml';
import { expect, test } from 'vitest';
import type { McpServers } from '../../../../launcher/runner/provider-run-options.ts';
import { toCodexArguments } from '../../../../launcher/runner/providers/to-codex-arguments.ts';

/**
 * Reads overrides as Codex does. The key is split at every dot, the value is parsed as TOML, and the last of two
 * overrides wins.
 */
function asCodexReads(args: readonly string[]): unknown {
  // Without a prototype, so that names such as `toString` are ordinary keys.
  const root = Object.create(null) as Record<string, unknown>;
  for (const [at, override] of args.entries()) {
    if (at % 2 === 0) {
      expect(override).toBe('--config');
      continue;
    }
    const split = override.indexOf('=');
    const path = override.slice(0, split).split('.');
    const { value } = parse(`value = ${override.slice(split + 1)}`) as TomlTable;
    const last = path.pop() ?? '';
    let table = root;
    for (const part of path) {
      table[part] ??= Object.create(null);
      table = table[part] as Record<string, unknown>;
    }
    table[last] = value;
  }
  return root['mcp_servers'] ?? {};
}

test('the overrides, to the letter', () => {
  const server = { command: 'node', args: ['/a.js', 'b'], env: { PRUNER_URL: '', MCP_PRUNER_CWD: '/work' } };
  expect(toCodexArguments({ mcpServers: { pruner: server } })).toEqual([
    '--config',
    'mcp_servers.pruner.command="node"',
    '--config',
    'mcp_servers.pruner.args=["/a.js","b"]',
    '--config',
    'mcp_servers.pruner.env.PRUNER_URL=""',
    '--config',
    'mcp_servers.pruner.env.MCP_PRUNER_CWD="/work"',
  ]);
  expect(toCodexArguments({ mcpServers: { pruner: { command: 'x' } } })).toEqual([
    '--config',
    'mcp_servers.pruner.command="x"',
  ]);
  expect(toCodexArguments({})).toEqual([]);
});

test('a name that cannot stand bare goes, quoted, into the value: Codex splits keys at every dot', () => {
  const env = { 'A.B': 'x', C: 'y', '': 'z', 'D=E': '"' };
  expect(toCodexArguments({ mcpServers: { pruner: { command: 'n', env }, 'my server': { command: 'm' } } })).toEqual([
    '--config',
    'mcp_servers={"my server"={command="m"}}',
    '--config',
    'mcp_servers.pruner.command="n"',
    '--config',
    'mcp_servers.pruner.env={"A.B"="x",""="z","D=E"="\\""}',
    '--config',
    'mcp_servers.pruner.env.C="y"',
  ]);
});

test.each([
  ['quotes', `"'"""'''`],
  ['backslashes', '\\\\server\\share\\'],
  ['newlines', 'a\r\nb\nc\r'],
  ['control characters', '\0\u0001\b\t\f\u001f\u007f\u0080\u009f'],
  ['unicode', 'ä€😀\u2028\ufeff'],
  ['nothing', ''],
  ['what looks like a setting', 'x]\n[mcp_servers.evil]\ncommand="y" # $HOME'],
])('%s come back as they are', (_, text) => {
  const mcpServers = { pruner: { command: text, args: [text, text], env: { KEY: text, [text]: text } } };
  expect(asCodexReads(toCodexArguments({ mcpServers }))).toEqual(mcpServers);
  // Each setting is a single line.
  for (const argument of toCodexArguments({ mcpServers })) expect(argument).not.toMatch(/[\n\r\0]/);
});

test('half of a surrogate pair, which no argument can carry, becomes U+FFFD', () => {
  expect(asCodexReads(toCodexArguments({ mcpServers: { pruner: { command: 'a\ud800b' } } }))).toEqual({
    pruner: { command: 'a\ufffdb' },
  });
});

test('whatever servers there are, Codex reads the same', () => {
  const text = fc.string({ unit: 'binary' });
  const key = fc.oneof(text, fc.stringMatching(/^[A-Z_]{1,8}$/), fc.constantFrom('a.b', 'a=b', 'a b', '"', '')).filter(
    // The objects of this test cannot have this key.
    (name) => name !== '__proto__',
  );
  const server = fc.record(
    { command: text, args: fc.array(text), env: fc.dictionary(key, text, { minKeys: 1, noNullPrototype: true }) },
    { requiredKeys: ['command'], noNullPrototype: true },
  );
  fc.assert(
    fc.property(fc.dictionary(key, server, { noNullPrototype: true }), (mcpServers: McpServers) => {
      expect(asCodexReads(toCodexArguments({ mcpServers }))).toEqual(mcpServers);
    }),
  );
});
