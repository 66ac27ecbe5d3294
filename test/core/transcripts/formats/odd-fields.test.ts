import { expect, test } from 'vitest';
import { createSessionStream } from '../../../../src/transcripts/session-stream.ts';
import { ALL_FORMATS } from '../../../bench/sessions/formats/trajectories.ts';

/** Converting it to a string throws. */
const ODD = { toString: 1, valueOf: 2 };

const claude = (content: object): object => ({
  type: 'user',
  uuid: 'u',
  sessionId: 's',
  message: { content: [content] },
});
const codex = (payload: object): object => ({ type: 'response_item', payload });
const opencode = (part: object): object => ({ info: { id: 'ses_1', role: 'assistant' }, parts: [part] });
const gemini = (message: object): object => ({
  sessionId: 's',
  projectHash: 'h',
  messages: [{ type: 'gemini', ...message }],
});
const copilot = (type: string, data: object): object => ({ type, data, id: 'e1', parentId: null });
const cursor = (block: object): object => ({ role: 'assistant', message: { content: [block] } });
const mini = (message: object): object => ({ trajectory_format: 'mini-swe-agent-1', messages: [message] });

test.each([
  ['claude-code', claude({ type: 'tool_use', id: ODD, name: ODD, input: ODD })],
  ['claude-code', claude({ type: 'text', text: ODD })],
  ['claude-code', claude({ type: 'tool_result', tool_use_id: ODD, content: [{ type: ODD, text: ODD }] })],
  ['codex', codex({ type: 'function_call', name: ODD, namespace: 'mcp__x', call_id: ODD, arguments: ODD })],
  [
    'codex',
    codex({ type: 'function_call_output', call_id: ODD, output: { output: ODD, metadata: { exit_code: ODD } } }),
  ],
  ['opencode', opencode({ type: 'tool', callID: ODD, tool: ODD, state: { status: 'completed', output: ODD } })],
  ['cursor', cursor({ type: 'tool_use', id: ODD, name: ODD, input: ODD })],
  ['cursor', cursor({ type: 'text', text: ODD })],
  ['copilot-cli', copilot('assistant.message', { content: ODD, toolRequests: [{ name: ODD, arguments: ODD }] })],
  ['copilot-cli', copilot('tool.execution_complete', { toolCallId: ODD, result: { content: ODD } })],
  ['gemini-cli', gemini({ id: ODD, content: ODD, thoughts: [ODD], toolCalls: [{ id: ODD, name: ODD, result: ODD }] })],
  ['mini-swe-agent', mini({ role: 'assistant', tool_calls: [{ id: ODD, function: { name: ODD, arguments: ODD } }] })],
  ['swe-agent', { trajectory: [{ action: ODD, thought: ODD, observation: ODD }] }],
])('an object instead of a text broke the reading of %s off', (format, entry) => {
  const stream = createSessionStream(ALL_FORMATS);
  expect(() => stream.read(JSON.stringify(entry))).not.toThrow();
  expect(stream.format).toBe(format);
  expect(stream.read(JSON.stringify({ type: ODD, payload: {} }))).toEqual([]);
});
