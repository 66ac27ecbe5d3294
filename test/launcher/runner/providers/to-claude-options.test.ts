import { expect, test } from 'vitest';
import { toClaudeOptions } from '../../../../launcher/runner/providers/to-claude-options.ts';

test('the servers are passed on as they are', () => {
  const env = { PRUNER_URL: '', ODD: 'a"b\\c\nd' };
  const mcpServers = { pruner: { command: 'node', args: ['/a b.js'], env }, bare: { command: 'x' } };
  expect(toClaudeOptions({ mcpServers })).toStrictEqual({ mcpServers });
  expect(toClaudeOptions({ mcpServers: {} })).toStrictEqual({ mcpServers: {} });
});

test('where there are none, the key is not there', () => {
  expect(Object.keys(toClaudeOptions({}))).toEqual([]);
  expect(Object.keys(toClaudeOptions({ mcpServers: undefined }))).toEqual([]);
});

test('the options share nothing that the SDK could change', () => {
  const mcpServers = { pruner: { command: 'node', args: ['a'], env: { A: '1' } } };
  const options = toClaudeOptions({ mcpServers });
  options.mcpServers?.['pruner']?.args?.push('b');
  expect(mcpServers.pruner.args).toEqual(['a']);
});
