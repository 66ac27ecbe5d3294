import { expect, test } from 'vitest';
import { claudeEvents } from '../../../../launcher/runner/agents/claude-agent.ts';
import { codexEvents } from '../../../../launcher/runner/agents/codex-agent.ts';

const CLAUDE: readonly unknown[] = [
  { type: 'system', subtype: 'init', mcp_servers: [] },
  {
    type: 'assistant',
    message: {
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'a', name: 'mcp__pruner__read', input: { file_path: 'a.ts' } },
        { type: 'tool_use', id: 'b', name: 'Bash', input: { command: 'ls' } },
      ],
    },
  },
  {
    type: 'user',
    message: {
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'x' },
        { type: 'tool_result', tool_use_id: 'b', is_error: true, content: '<tool_use_error>no\nsuch</tool_use_error>' },
      ],
    },
  },
  { type: 'user', message: { content: 'plain' } },
  {
    ...{ type: 'result', subtype: 'success', is_error: false, result: 'Found it.' },
    usage: { input_tokens: 2, cache_read_input_tokens: 40, cache_creation_input_tokens: 8, output_tokens: 5 },
  },
];

test('what Claude Code tells', () => {
  expect(CLAUDE.flatMap(claudeEvents())).toEqual([
    { kind: 'text', text: 'I look.' },
    { kind: 'tool_started', id: 'a', tool: 'read', server: 'pruner', input: { file_path: 'a.ts' } },
    { kind: 'tool_started', id: 'b', tool: 'Bash', server: undefined, input: { command: 'ls' } },
    { kind: 'tool_ended', id: 'a', failed: false },
    { kind: 'tool_ended', id: 'b', failed: true, why: 'no' },
    { kind: 'ended', ok: true, text: 'Found it.', tokens: { input: 50, output: 5 } },
  ]);
});

test.each([
  [{ type: 'result', subtype: 'error_max_turns', errors: ['too', 'long'] }, 'too\nlong'],
  [{ type: 'result', subtype: 'error_during_execution' }, 'error_during_execution'],
  [{ type: 'result', subtype: 'success', is_error: true, result: 'API Error: 401' }, 'API Error: 401'],
])('a failure of Claude Code: %j', (message, text) => {
  expect(claudeEvents()(message)).toMatchObject([{ kind: 'ended', ok: false, text }]);
});

const call = { id: 'item_0', type: 'mcp_tool_call', server: 'pruner', tool: 'read', arguments: { file_path: 'a.ts' } };
const command = { id: 'item_1', type: 'command_execution', command: 'ls' };
const CODEX: readonly unknown[] = [
  { type: 'thread.started', thread_id: 't' },
  { type: 'item.started', item: { ...call, status: 'in_progress' } },
  { type: 'item.completed', item: { ...call, status: 'completed', result: { content: [] } } },
  { type: 'item.started', item: { ...command, status: 'in_progress' } },
  { type: 'item.completed', item: { ...command, status: 'failed', exit_code: 1 } },
  { type: 'item.completed', item: { id: 'item_2', type: 'reasoning', text: 'hm' } },
  { type: 'item.completed', item: { id: 'item_3', type: 'agent_message', text: 'Found it.' } },
  { type: 'turn.completed', usage: { input_tokens: 50, cached_input_tokens: 40, output_tokens: 5 } },
];

test('what Codex tells', () => {
  expect(CODEX.flatMap(codexEvents())).toEqual([
    { kind: 'tool_started', id: 'item_0', tool: 'read', server: 'pruner', input: { file_path: 'a.ts' } },
    { kind: 'tool_ended', id: 'item_0', failed: false },
    { kind: 'tool_started', id: 'item_1', tool: 'shell', server: undefined, input: { command: 'ls' } },
    { kind: 'tool_ended', id: 'item_1', failed: true, why: 'exit code 1' },
    { kind: 'text', text: 'Found it.' },
    { kind: 'ended', ok: true, text: 'Found it.', tokens: { input: 50, output: 5 } },
  ]);
  const failed = { type: 'turn.failed', error: { message: 'stream disconnected' } };
  expect(codexEvents()(failed)).toEqual([{ kind: 'ended', ok: false, text: 'stream disconnected' }]);
});

const ours = { content: [{ type: 'text', text: '2 tests\n[nonzero_exit: the command ended with exit code 1]' }] };
test.each([
  [{ ...call, result: ours }, 'the command ended with exit code 1'],
  [{ ...call, result: null, error: { message: 'MCP tool call requires approval' } }, 'MCP tool call requires approval'],
  [{ ...call, error: { message: 'tool call failed\n\nCaused by:\n    Transport closed' } }, 'Transport closed'],
  [{ ...call, error: { message: `\n${'x'.repeat(400)}\n` } }, 'x'.repeat(300)],
  [command, undefined],
])('why a call of Codex failed: %j', (item, why) => {
  const ended = { type: 'item.completed', item: { ...item, status: 'failed' } };
  expect(codexEvents()(ended)).toEqual([{ kind: 'tool_ended', id: item.id, failed: true, why }]);
});

test('why a call of Claude Code failed, in blocks', () => {
  const block = { type: 'tool_result', tool_use_id: 'a', is_error: true, ...ours };
  expect(claudeEvents()({ type: 'user', message: { content: [block] } })).toMatchObject([
    { why: 'the command ended with exit code 1' },
  ]);
});

test.each([undefined, null, 'text', 7, [], { type: 'item.started' }, { type: 'assistant' }])(
  'what is no message tells nothing: %j',
  (message) => {
    expect([claudeEvents()(message), codexEvents()(message)]).toEqual([[], []]);
  },
);
