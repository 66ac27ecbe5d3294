import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bundle, moduleOf } from '../../../.build/bundle.ts';
import { RUNNER } from '../../../.build/targets.ts';
import { RUNNER_VARIABLES } from '../../../launcher/runner/config/build-mcp-servers-config.ts';
import * as runner from '../../../launcher/runner/index.ts';
import { ROOT } from '../../runtime/started.ts';

test('the names are fixed', () => {
  expect(Object.keys(runner).sort()).toEqual([
    'ConfigError',
    'ProviderMissingError',
    'SERVER_NAME',
    'buildMcpServersConfig',
    'claudeAgent',
    'claudeReports',
    'codexAgent',
    'createEventLog',
    'fromCodexEvent',
    'runAgent',
    'startRunLife',
    'toClaudeOptions',
    'toCodexArguments',
    'transition',
    'watchServer',
  ]);
});

test('what is built needs Node alone', async () => {
  const { text } = moduleOf(await bundle(RUNNER));
  const imported = [...text.matchAll(/^(?:import|export)\b.*\bfrom ["']([^"']+)["'];$/gm)].map(([, name]) => name);
  expect(imported.filter((name) => !name?.startsWith('node:'))).toEqual([]);
  // The package of a provider is imported dynamically, from wherever it is installed.
  expect(text.match(/\b(import|require)\((?!["']node:)/g)).toEqual(['import(']);
});

test('the docs have the table of the variables', () => {
  const readme = readFileSync(`${ROOT}docs/embedding.md`, 'utf8');
  for (const [name, { fallback, allowed, effect }] of Object.entries(RUNNER_VARIABLES)) {
    const standard = fallback === '' ? '' : `\`${fallback}\``;
    expect(readme).toContain(`| \`${name}\` | ${standard} | ${allowed} | ${effect} |`);
  }
});
