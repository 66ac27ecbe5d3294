import { expect, test } from 'vitest';
import { fromCodexEvent } from '../../../../launcher/runner/providers/from-codex-event.ts';

/** Events as written by `codex exec --json` 0.169. */
const call = (type: string, rest: object, server = 'pruner') => ({
  type,
  item: { id: 'item_0', type: 'mcp_tool_call', server, tool: 'read', result: null, error: null, ...rest },
});
const failed = (message: string) => call('item.completed', { status: 'failed', error: { message } });
const CALLED = 'tool call error: tool call failed for `pruner/read`\n\nCaused by:\n    ';

test('a call that is made shows that the server is there', () => {
  expect(fromCodexEvent(call('item.started', { status: 'in_progress' }))).toEqual([{ kind: 'initialized' }]);
});

test('a call to a server that is gone fails', () => {
  expect(fromCodexEvent(failed(`${CALLED}Transport closed`))).toEqual([{ kind: 'tool_call_failed' }]);
});

test('a call to a server that is gone fails where RUST_BACKTRACE is set, too', () => {
  const stack = '\n\nStack backtrace:\n   0: <unknown>\n   1: <unknown>';
  expect(fromCodexEvent(failed(`${CALLED}Transport closed${stack}`))).toEqual([{ kind: 'tool_call_failed' }]);
});

test.each([
  ['an error of the server', failed(`${CALLED}Mcp error: -32602: Invalid params({"message":"Transport closed"})`)],
  ['a refusal of Codex', failed('MCP tool call requires approval, but approval policy is never')],
  ['a tool error', call('item.completed', { status: 'failed', result: { content: [{ type: 'text', text: '' }] } })],
  ['another server', call('item.started', {}, 'other')],
  ['another item', { type: 'item.completed', item: { id: 'item_1', type: 'agent_message', text: 'Transport closed' } }],
  ['another event', { type: 'turn.completed', usage: {} }],
  ['no event', 'Transport closed'],
  ['nothing', null],
])('%s says nothing of the server', (_, event) => {
  expect(fromCodexEvent(event)).toEqual([]);
});
