// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references as a configuration has them
import { expect, test } from 'vitest';
import type { ServerConfig } from '../../../../launcher/gateway/config/server-config.ts';
import { shownServer } from '../../../../launcher/gateway/config/shown-server.ts';
import { PLAIN_SETTINGS } from './plain-settings.ts';

const stdio = (args: readonly string[], env = {}): ServerConfig => ({
  ...PLAIN_SETTINGS,
  transport: 'stdio',
  command: 'npx',
  args,
  env,
  cwd: '/work',
});
const http = (url: string, headers = {}): ServerConfig => ({
  ...PLAIN_SETTINGS,
  transport: 'http',
  url,
  headers,
  sse: false,
  oauth: undefined,
});

test.each([
  ['hunter2', '…'],
  ['', ''],
  ['${TOKEN}', '${TOKEN}'],
  ['Bearer ${TOKEN}', 'Bearer ${TOKEN}'],
  ['Bearer hunter2', '…'],
  ['hunter2${TOKEN}hunter2', '…${TOKEN}…'],
  ['${TOKEN:-hunter2}', '${TOKEN:-…}'],
  ['${hunter2', '……'],
])('of the value %j of env and headers shows %j', (value, shown) => {
  expect(shownServer(stdio([], { A: value }))).toEqual(stdio([], { A: shown }));
  expect(shownServer(http('http://x/', { A: value }))).toEqual(http('http://x/', { A: shown }));
});

test.each([
  ['https://mcp.sentry.io/mcp', 'https://mcp.sentry.io/mcp'],
  ['https://user:hunter2@x/', 'https://…@x/'],
  ['https://user:hunt@er2@x/', 'https://…@x/'],
  ['https://x/sse?key=hunter2&b=${B}#hunter2', 'https://x/sse?key=…&b=${B}#…'],
  ['https://x/k/0123456789abcdef0123456789abcdef/mcp', 'https://x/k/…/mcp'],
  ['https://${HOST}/mcp', 'https://${HOST}/mcp'],
])('the address %s shows as %s', (url, shown) => {
  expect(shownServer(http(url))).toEqual(http(shown));
});

test.each([
  [
    ['-y', '@modelcontextprotocol/server-filesystem@2026.8.31', '/home/me/project'],
    ['-y', '@modelcontextprotocol/server-filesystem@2026.8.31', '/home/me/project'],
  ],
  [
    ['--api-key', 'hunter2', '--verbose'],
    ['--api-key', '…', '--verbose'],
  ],
  [
    ['--token=hunter2', '--port=80'],
    ['--token=…', '--port=80'],
  ],
  [
    ['-e', 'GITHUB_TOKEN=hunter2', '-e', 'DEBUG=1'],
    ['-e', 'GITHUB_TOKEN=…', '-e', 'DEBUG=1'],
  ],
  [
    ['--header', 'Authorization: Bearer ${T}'],
    ['--header', 'Authorization: Bearer ${T}'],
  ],
  [
    ['--header', 'Authorization:hunter2'],
    ['--header', 'Authorization:…'],
  ],
  [['postgres://me:hunter2@db/x'], ['postgres://…@db/x']],
  [
    ['x', `ghp_${'a1'.repeat(18)}`],
    ['x', '…'],
  ],
  [
    ['--auth', '--verbose'],
    ['--auth', '--verbose'],
  ],
])('the arguments %j show as %j', (args, shown) => {
  expect(shownServer(stdio(args))).toEqual(stdio(shown));
});
