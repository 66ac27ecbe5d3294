import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../../../launcher/platform/settings/config.ts';
import { loggableUrl } from '../../../../launcher/platform/settings/pruner-url.ts';
import { VARIABLES } from '../../../../launcher/platform/settings/variables.ts';
import { tempDir } from '../../../support/temp-dir.ts';

test('the names are fixed', () => {
  expect(Object.keys(VARIABLES)).toEqual([
    'PRUNER_URL',
    'PRUNER_TIMEOUT_MS',
    'PRUNER_API_KEY',
    'PRUNER_FALLBACK',
    'PRUNER_VERIFY',
    'PRUNER_MAX_INPUT_BYTES',
    'MCP_PRUNER_CWD',
    'MCP_PRUNER_OUTPUT',
    'MCP_PRUNER_LOG',
    'MCP_PRUNER_HOME',
    'MCP_PRUNER_MAX_RESPONSE_BYTES',
    'ARTIFACT_REDACT',
    'MCP_PRUNER_CONFIG',
    'MCP_PRUNER_PROFILE',
    'MCP_PRUNER_LAZY',
    'MCP_PRUNER_LAZY_TOKENS',
    'MCP_PRUNER_PREFIX',
    'MCP_PRUNER_LEDGER',
    'MCP_PRUNER_PRICES',
    'MCP_PRUNER_SHADOW',
    'MCP_PRUNER_CONTEXT',
    'MCP_PRUNER_TOOLS',
    'MCP_PRUNER_HOOKS',
    'MCP_PRUNER_HOOK_CUTS',
    'MCP_PRUNER_HOOK_TIMEOUT_MS',
    'MCP_PRUNER_HOOK_IGNORE',
    'MCP_PRUNER_BASH_ENV',
    'MCP_PRUNER_GATEWAY_KEY',
    'OTEL_TRACES_EXPORTER',
  ]);
});

test('the defaults are those of the contract', () => {
  const root = tempDir();
  expect(readConfig({}, root)).toEqual({
    prunerUrl: 'http://localhost:8000/prune',
    prunerUrlGiven: false,
    prunerTimeoutMs: 30_000,
    prunerApiKey: undefined,
    prunerFallback: 'raw',
    prunerVerify: 'strict',
    prunerMaxInputBytes: 10 * 1024 * 1024,
    root,
    onlyArtifact: false,
    isRootGiven: false,
    output: 'auto',
    home: path.join(homedir(), '.mcp-pruner'),
    maxResponseBytes: undefined,
    redactArtifacts: false,
    logLevel: 'info',
    lazyTools: 'auto',
    lazyTokens: 10_000,
    prefix: true,
    ledger: true,
    shadow: false,
    prices: [],
    context: 'off',
    sendsTraces: false,
    hooks: { mode: 'shadow', cuts: 'default', timeoutMs: 300, ignore: [] },
  });
});

test('the root may be relative to where the server starts', () => {
  const root = tempDir();
  expect(readConfig({ MCP_PRUNER_CWD: path.basename(root) }, path.dirname(root)).root).toBe(root);
  expect(readConfig({ MCP_PRUNER_CWD: root }, '/').isRootGiven).toBe(true);
});

test.each([
  ['PRUNER_URL', 'ftp://x/'],
  ['PRUNER_URL', 'localhost:8000'],
  ['PRUNER_URL', 'http://user:hunter2@x/'],
  ['PRUNER_TIMEOUT_MS', '99'],
  ['PRUNER_TIMEOUT_MS', '300001'],
  ['PRUNER_TIMEOUT_MS', '1e3'],
  ['PRUNER_TIMEOUT_MS', ''],
  ['PRUNER_API_KEY', 'two words'],
  ['PRUNER_FALLBACK', 'none'],
  ['PRUNER_MAX_INPUT_BYTES', '0'],
  ['MCP_PRUNER_OUTPUT', 'json'],
  ['MCP_PRUNER_LOG', 'verbose'],
  ['MCP_PRUNER_LAZY', 'maybe'],
  ['MCP_PRUNER_LAZY_TOKENS', '-1'],
  ['MCP_PRUNER_HOOK_IGNORE', '*.{ts,js}'],
  ['MCP_PRUNER_PREFIX', 'none'],
  ['MCP_PRUNER_CWD', '/nowhere/at/all'],
])('%s=%s is refused by name, without its secret', (name, value) => {
  const attempt = (): unknown => readConfig({ [name]: value }, '/');
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(`cannot use ${name}`);
  expect(attempt).not.toThrow(/hunter2|two words/);
});

test('a root that is a file is refused', () => {
  const file = path.join(tempDir(), 'f');
  writeFileSync(file, '');
  expect(() => readConfig({ MCP_PRUNER_CWD: file }, '/')).toThrow('expected an existing directory');
});

test('an address in a log has neither query nor key', () => {
  expect(loggableUrl('https://h:1/k/mcpp_id_secret/prune?token=x')).toBe('https://h:1/k/…/prune');
});

test.each([
  ['otlp', true],
  ['none', false],
  ['console,otlp', false],
])('OTEL_TRACES_EXPORTER=%s is never refused, because other programs read it too', (value, sends) => {
  expect(readConfig({ OTEL_TRACES_EXPORTER: value }, tempDir()).sendsTraces).toBe(sends);
});
