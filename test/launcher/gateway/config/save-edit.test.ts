import { readFileSync } from 'node:fs';
import { type Schema, Validator } from '@cfworker/json-schema';
import { expect, test } from 'vitest';
import { SCHEMA_FILE } from '../../../../.build/config-schema.ts';
import { configJsonSchema, configSchemaText } from '../../../../launcher/gateway/config/save-edit.ts';

const validator = new Validator(configJsonSchema() as Schema, '7');
const isValid = (mcpServers: object): boolean => validator.validate({ mcpServers }).valid;

test('the schema in the package is up to date (pnpm config-schema)', () => {
  expect(readFileSync(SCHEMA_FILE, 'utf8')).toBe(configSchemaText());
});

test('the seed’s own example is valid', () => {
  const example = {
    $schema: './mcp-config.schema.json',
    mcpServers: {
      filesystem: {
        enabled: true,
        transport: 'stdio',
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-filesystem', '/Users/nickma/workspace'],
        env: {},
        allowedTools: ['read_file', 'write_file', 'list_directory'],
        autoReconnect: true,
        timeout: 30000,
      },
      sentry: {
        enabled: false,
        transport: 'http',
        url: 'https://mcp.sentry.io',
        headers: { Authorization: `Bearer \${SENTRY_TOKEN}` },
        allowedTools: ['search_issues', 'get_issue'],
      },
    },
  };
  expect(validator.validate(example)).toMatchObject({ valid: true });
});

test.each([
  ['Claude Code', { type: 'stdio', command: 'npx', args: ['-y', 'x'], env: { A: 'b' } }],
  ['Claude Code over HTTP', { type: 'http', url: 'https://x/mcp', headers: { A: 'b' } }],
  ['Cursor', { command: 'npx', args: [], envFile: '.env' }],
  ['Cline', { command: 'node', disabled: false, alwaysAllow: ['x'] }],
  ['Cline over HTTP', { type: 'streamableHttp', url: 'https://x/mcp', disabled: true }],
  ['Windsurf', { serverUrl: 'https://x/mcp' }],
  ['Gemini CLI', { httpUrl: 'https://x/mcp' }],
])('an entry of %s is valid', (_, entry) => {
  expect(isValid({ s: entry })).toBe(true);
});

test.each([
  ['both', { command: 'x', url: 'http://x/' }],
  ['two addresses', { url: 'http://x/', serverUrl: 'http://x/' }],
  ['neither', {}],
  ['a timeout of no time', { command: 'x', timeout: 0 }],
  ['another transport', { command: 'x', transport: 'ws' }],
  ['arguments as one text', { command: 'x', args: '-y' }],
])('an editor marks %s', (_, entry) => {
  expect(isValid({ s: entry })).toBe(false);
});

test('every key has a description that editors can show', () => {
  const described = JSON.stringify(configJsonSchema(), (_, value) =>
    value?.properties === undefined
      ? value
      : Object.values(value.properties as object).map((one) => [one.description, one]),
  );
  expect(described).not.toContain('[null,');
});
