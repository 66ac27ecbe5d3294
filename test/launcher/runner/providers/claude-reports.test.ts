import { expect, test } from 'vitest';
import type { ProviderReport } from '../../../../launcher/runner/life/provider-report.ts';
import { claudeReports } from '../../../../launcher/runner/providers/claude-reports.ts';

/** Messages as sent by the Claude Agent SDK 0.3. */
const init = (...servers: readonly object[]) => ({ type: 'system', subtype: 'init', mcp_servers: servers });
const pruner = (status: string) => init({ name: 'other', status: 'connected' }, { name: 'pruner', status });
const calls = (id: string, name = 'mcp__pruner__read') => ({
  type: 'assistant',
  message: { content: [{ type: 'tool_use', id, name, input: {} }] },
});
const answers = (id: string, content: unknown, isError: boolean) => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id, content, ...(isError && { is_error: true }) }] },
});

const read = (...messages: readonly unknown[]): readonly ProviderReport[] => messages.flatMap(claudeReports());

test('the first message tells which servers are connected', () => {
  expect(read(pruner('connected'))).toEqual([{ kind: 'initialized' }]);
  expect(read(pruner('failed'))).toEqual([
    { kind: 'connect_failed', message: 'Claude Code reports the server as failed' },
  ]);
  expect(read(init())).toEqual([{ kind: 'connect_failed', message: 'Claude Code reports the server as not loaded' }]);
});

test('of one that still connects the first answer tells', () => {
  const answer = answers('a', [{ type: 'text', text: '{' }], false);
  expect(read(pruner('pending'), calls('a'), answer)).toEqual([{ kind: 'initialized' }]);
});

test.each(['Connection closed', 'MCP error -32000: Connection closed', 'Not connected'])(
  '“%s” is no answer',
  (text) => {
    const failed = [{ kind: 'tool_call_failed' }];
    expect(read(calls('a'), answers('a', text, true))).toEqual(failed);
    expect(read(calls('a'), answers('a', [{ type: 'text', text }], true))).toEqual(failed);
  },
);

test('a tool error is an answer, whatever words it holds; other tools say nothing', () => {
  const grep = '[nonzero_exit] exit code 1\nConnection closed';
  expect(read(calls('a'), answers('a', grep, true))).toEqual([]);
  expect(read(calls('a', 'Read'), answers('a', 'Connection closed', true))).toEqual([]);
  expect(read(calls('a', 'mcp__other__read'), answers('a', '', false))).toEqual([]);
  expect(read(answers('unknown', '', false))).toEqual([]);
});

test.each([
  null,
  'text',
  {},
  { type: 'user' },
  { type: 'assistant', message: { content: 'text' } },
  { type: 'result' },
])('%j says nothing', (message) => {
  expect(read(message)).toEqual([]);
});
