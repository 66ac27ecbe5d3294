import { expect, test } from 'vitest';
import { NO_SETTINGS } from '../../../../launcher/gateway/config/config-settings.ts';
import { parseConfig } from '../../../../launcher/gateway/config/load-config.ts';
import type { LoadedServer } from '../../../../launcher/gateway/config/server-config.ts';
import { PLAIN_SETTINGS } from './plain-settings.ts';

function serverOf(entry: object): LoadedServer | undefined {
  const parsed = parseConfig(JSON.stringify({ mcpServers: { s: entry } }));
  return parsed.ok ? parsed.servers[0] : undefined;
}

function issueOf(entry: unknown): string {
  const server = serverOf(entry as object);
  return server?.ok === false ? server.issues.map(({ message }) => message).join('\n') : 'none';
}

function warningsOf(entry: object): readonly string[] {
  const parsed = parseConfig(JSON.stringify({ mcpServers: { s: entry } }));
  return parsed.ok ? parsed.warnings.map(({ message }) => message) : ['no config'];
}

test('the defaults are those of the contract', () => {
  expect(serverOf({ command: 'npx' })).toEqual({
    name: 's',
    ok: true,
    config: { ...PLAIN_SETTINGS, transport: 'stdio', command: 'npx', args: [], env: {}, cwd: undefined },
  });
  expect(serverOf({ url: 'https://x/mcp' })).toEqual({
    name: 's',
    ok: true,
    config: { ...PLAIN_SETTINGS, transport: 'http', url: 'https://x/mcp', headers: {}, sse: false, oauth: undefined },
  });
});

test('every key of the seed is read', () => {
  const entry = {
    enabled: false,
    transport: 'http',
    url: 'https://mcp.sentry.io',
    headers: { Authorization: `Bearer \${SENTRY_TOKEN}` },
    allowedTools: ['search_issues'],
    blockedTools: ['x'],
    autoReconnect: false,
    timeout: 5000,
    connectTimeout: 7000,
    shape: false,
    focus: false,
    protocolVersion: '2026-07-28',
  };
  expect(serverOf(entry)).toEqual({ name: 's', ok: true, config: { ...entry, sse: false, oauth: undefined } });
});

test.each(['http', 'streamable-http', 'streamableHttp', 'streamable_http', 'sse'])(
  'type "%s" of another host is transport "http"',
  (type) => {
    expect(serverOf({ type, url: 'http://x/' })).toMatchObject({
      ok: true,
      config: { transport: 'http', sse: type === 'sse' },
    });
  },
);

test.each([
  ['disabled: true is not enabled', { command: 'x', disabled: true }, { enabled: false }],
  ['disabled: false is enabled', { command: 'x', disabled: false }, { enabled: true }],
  ['either of the two turns it off', { command: 'x', enabled: true, disabled: true }, { enabled: false }],
  ['either of the two turns it off', { command: 'x', enabled: false, disabled: false }, { enabled: false }],
  ['serverUrl is url', { serverUrl: 'https://x/' }, { transport: 'http', url: 'https://x/' }],
  ['httpUrl is url', { httpUrl: 'https://x/', type: 'sse' }, { transport: 'http', url: 'https://x/', sse: true }],
])('as other hosts mean it: %s: %j', (_, entry, config) => {
  expect(serverOf(entry)).toMatchObject({ ok: true, config });
  expect(warningsOf(entry)).toEqual([]);
});

test('comments, trailing commas, a byte order mark and Windows line ends are read; order is kept', () => {
  const text =
    '\ufeff{\r\n  // c\r\n  "mcpServers": { "b": { "command": "x", }, /* d */ "1": { "command": "y" }, },\r\n}\r\n';
  const parsed = parseConfig(text);
  expect(parsed.ok && parsed.servers.map(({ name, ok }) => [name, ok])).toEqual([
    ['b', true],
    ['1', true],
  ]);
});

test.each(['', '  \n', '\ufeff', '{}', '// nothing yet\n{}'])('%j is an empty configuration', (text) => {
  expect(parseConfig(text)).toEqual({
    ...{ ok: true, servers: [], settings: NO_SETTINGS, warnings: [] },
    lineOf: expect.any(Function),
  });
});

test.each([
  ['{\n  "mcpServers": {\n    "a": {]\n  }\n}', 'line 3, column 11: expected a key in double quotes'],
  ['{ "a" 1 }', 'line 1, column 7: expected a colon'],
  ['{ "a": 1 "b": 2 }', 'line 1, column 10: expected a comma'],
  ['{', 'line 1, column 2: expected a closing brace'],
  ['{} {}', 'line 1, column 4: expected the end of the file'],
  ['[]', 'line 1, column 1: expected an object'],
  ['{"mcpServers": []}', 'line 1, column 16: expected an object of servers for "mcpServers"'],
  ['{"mcpServers": {}, "mcpServers": {}}', 'line 1, column 20: expected "mcpServers" only once'],
  ['// only a comment', 'line 1, column 18: expected a value'],
])('%j does not parse: where and why', (text, message) => {
  const parsed = parseConfig(text);
  expect(parsed.ok ? '' : parsed.fault.message).toBe(message);
});

test.each([201, 2000, 6000, 900_000])('%i levels of nesting are a fault, not a crash', (levels) => {
  const inner = '['.repeat(levels) + ']'.repeat(levels === 900_000 ? 0 : levels);
  expect(parseConfig(`{"mcpServers": {"a": {"command": "x", "y": ${inner}}}}`)).toMatchObject({
    ok: false,
    fault: { message: 'line 1, column 1: expected fewer levels of nesting' },
  });
});

test('a server that is wrong fails alone, by name', () => {
  const parsed = parseConfig(
    '{"mcpServers": {"a": {"command": "x"}, "b": {"timeout": 5, "command": "x"}, "c": {"url": "http://x/"}}}',
  );
  expect(parsed.ok && parsed.servers.map(({ name, ok }) => [name, ok])).toEqual([
    ['a', true],
    ['b', false],
    ['c', true],
  ]);
});

test.each([
  [
    { command: 'x', protocolVersion: '2025-11-25' },
    'cannot use mcpServers.s.protocolVersion "2025-11-25": expected "2026-07-28"',
  ],
  [{ command: 'x', timeout: 5 }, 'cannot use mcpServers.s.timeout 5: expected an integer from 100 to 200000000'],
  [{ command: 'x', timeout: 1.5 }, 'cannot use mcpServers.s.timeout 1.5: expected an integer from 100 to 200000000'],
  [{ command: 'x', enabled: 'no' }, 'cannot use mcpServers.s.enabled "no": expected true or false'],
  [{ command: 'x', transport: 'sse' }, 'cannot use mcpServers.s.transport "sse": expected "stdio" or "http"'],
  [{ command: ['hunter2'] }, 'cannot use mcpServers.s.command (an array): expected a non-empty string'],
  [{ command: 'x', args: 'hunter2' }, 'cannot use mcpServers.s.args (a string): expected an array of strings'],
  [{ command: 'x', args: ['y', 7] }, 'cannot use mcpServers.s.args[1] (a number): expected a string'],
  [{ command: 'x', env: { 'MY-PIN': 1234 } }, 'cannot use mcpServers.s.env["MY-PIN"] (a number): expected a string'],
  [
    { command: 'x', env: { 'A=B': '' } },
    'cannot use mcpServers.s.env["A=B"]: expected a non-empty name without "=" and NUL characters',
  ],
  [{ command: 'x', args: ['hunter2\0'] }, 'cannot use mcpServers.s.args[0]: expected a string without NUL characters'],
  [
    { url: 'https://u:hunter2@x/' },
    'cannot use mcpServers.s.url: expected an http or https URL without a user name or password',
  ],
  [
    { url: 'ftp://hunter2' },
    'cannot use mcpServers.s.url: expected an http or https URL without a user name or password',
  ],
  [
    { url: 'http://x/', headers: { 'a b': '' } },
    'cannot use mcpServers.s.headers["a b"]: expected a header name (RFC 9110)',
  ],
  [
    { url: 'http://x/', headers: { A: 'hunter2\n' } },
    'cannot use mcpServers.s.headers.A: expected one line of Latin-1 text',
  ],
  [{ command: 'x', url: 'http://x/' }, 'cannot use mcpServers.s: it has command and url: expected only one of them'],
  [
    { command: 'x', serverUrl: 'http://x/' },
    'cannot use mcpServers.s: it has command and serverUrl: expected only one of them',
  ],
  [
    { url: 'http://x/', httpUrl: 'http://x/' },
    'cannot use mcpServers.s: it has url and httpUrl: expected only one of them',
  ],
  [{ command: 'x', disabled: 'no' }, 'cannot use mcpServers.s.disabled "no": expected true or false'],
  [
    { serverUrl: 7 },
    'cannot use mcpServers.s.serverUrl (a number): expected an http or https URL without a user name or password',
  ],
  [
    { httpUrl: 'ftp://hunter2' },
    'cannot use mcpServers.s.httpUrl: expected an http or https URL without a user name or password',
  ],
  [
    { url: 'http://x/', type: 'ws' },
    'cannot use mcpServers.s.type "ws": expected one of "stdio", "http", "streamable-http", "streamableHttp", "streamable_http", "sse"',
  ],
  [{ type: 'streamableHttp', command: 'x' }, 'cannot use mcpServers.s: transport "http" needs url, not command'],
  [
    { type: 'stdio', serverUrl: 'http://x/' },
    'cannot use mcpServers.s: transport "stdio" needs command, not serverUrl',
  ],
  [{}, 'cannot use mcpServers.s: it has neither command nor url: expected one of them'],
  [{ transport: 'http', command: 'x' }, 'cannot use mcpServers.s: transport "http" needs url, not command'],
  [{ transport: 'stdio' }, 'cannot use mcpServers.s: transport "stdio" needs command'],
  [
    { transport: 'stdio', type: 'http', command: 'x' },
    'cannot use mcpServers.s: type "http" contradicts transport "stdio": expected only one of them',
  ],
  [null, 'cannot use mcpServers.s null: expected an object'],
  [['x'], 'cannot use mcpServers.s (an array): expected an object'],
])('%j: path, value where it is no secret, what is allowed', (entry, message) => {
  expect(issueOf(entry)).toBe(message);
  expect(message).not.toContain('hunter2');
});

test('keys of other hosts, and those that do nothing here, are warnings', () => {
  expect(warningsOf({ command: 'x', alwaysAllow: [], headers: {} })).toEqual([
    expect.stringContaining('ignored mcpServers.s.alwaysAllow: unknown key, expected one of enabled, transport'),
    'ignored mcpServers.s.headers: it has no effect with transport "stdio"',
  ]);
  const parsed = parseConfig('{"mcpservers": {}, "$schema": "x"}');
  expect(parsed.ok && parsed.warnings).toEqual([
    {
      path: 'mcpservers',
      message: 'ignored mcpservers: unknown key, expected one of $schema, mcpServers, profiles, profile, approve',
    },
  ]);
});

test('a name that stands twice fails once, and the others load', () => {
  const parsed = parseConfig('{"mcpServers": {"a": {"command": "x"}, "b": {"command": "x"}, "a": {"command": "y"}}}');
  expect(parsed.ok && parsed.servers.map(({ name, ok }) => [name, ok])).toEqual([
    ['a', false],
    ['b', true],
  ]);
});

test.each(['__proto__', 'constructor', 'a.b', 'mit Umlaut ä'])('%j is a name like any other', (name) => {
  const parsed = parseConfig(`{"mcpServers": {${JSON.stringify(name)}: {"command": "x"}}}`);
  expect(parsed.ok && parsed.servers).toMatchObject([{ name, ok: true }]);
});

test.each(['', 'a\nb', 'x'.repeat(129)])('the name %j is refused', (name) => {
  const parsed = parseConfig(`{"mcpServers": {${JSON.stringify(name)}: {"command": "x"}}}`);
  expect(parsed.ok && parsed.servers).toMatchObject([{ name, ok: false }]);
});

test.each([
  [{ approve: 'sometimes' }, 'cannot use approve "sometimes": expected one of "off", "changed", "always"'],
  [{ profile: 5 }, 'cannot use profile 5: expected the name of a profile'],
  [{ profiles: [] }, 'cannot use profiles []: expected an object'],
  [{ profiles: { p: { server: [] } } }, 'cannot use profiles.p: expected an object { servers, tools }'],
])('%j is told with what is allowed', (given, message) => {
  const parsed = parseConfig(JSON.stringify(given));
  expect(parsed.ok && parsed.warnings.map((one) => one.message)).toEqual([expect.stringContaining(message)]);
});

test('a wrong `approve` holds back rather too much than too little', () => {
  const parsed = parseConfig('{"approve":"chnaged"}');
  expect(parsed.ok && parsed.settings.approve).toBe('always');
});
