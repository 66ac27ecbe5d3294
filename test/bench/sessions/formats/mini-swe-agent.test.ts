import { expect, test } from 'vitest';
import { createMiniSweAgentReader } from './mini-swe-agent.ts';

const read = (messages: readonly object[], submission = '') =>
  createMiniSweAgentReader().read({ messages, info: { submission }, trajectory_format: 'mini-swe-agent-1' });

const block = (command: string, name = 'bash'): string => `THOUGHT: I look.\n\n\`\`\`${name}\n${command}\n\`\`\``;
const user = (content: string): object => ({ role: 'user', content });
const PATCH = '--- a/a\n+++ b/a\n';

test('a run of version 1 is read, and its patch becomes the last call', () => {
  const extra = { response: { choices: [{ message: { reasoning: 'The log first.' } }] } };
  const events = read(
    [
      { role: 'system', content: 'Rules' },
      user('Please solve this issue'),
      { role: 'assistant', content: block('cat a.log'), extra },
      user('<returncode>0</returncode>\n<output>\nError\n</output>'),
      { role: 'assistant', content: block('submit', 'mswea_bash_command') },
      user(PATCH),
    ],
    PATCH,
  );
  expect(events).toEqual([
    { kind: 'asked', text: 'Please solve this issue', isSummary: false },
    { kind: 'thought', text: 'The log first.' },
    { kind: 'said', text: 'I look.' },
    { kind: 'called', call: '1', tool: 'bash', args: { command: 'cat a.log' } },
    { kind: 'gave', call: '1', text: 'Error', isFailed: false },
    { kind: 'said', text: 'I look.' },
    { kind: 'called', call: '2', tool: 'bash', args: { command: 'submit' } },
    { kind: 'called', call: 'submit', tool: 'submit', args: { patch: PATCH } },
    { kind: 'gave', call: 'submit', text: '', isFailed: false },
  ]);
});

test('two commands at once were refused: no call, and the refusal is nobody’s question', () => {
  const events = read([
    user('Please'),
    { role: 'assistant', content: `${block('a')}\n${block('b')}` },
    user('Please always provide EXACTLY ONE action'),
  ]);
  expect(events.map(({ kind }) => kind)).toEqual(['asked', 'said']);
});

test('a run of version 2 calls a tool', () => {
  const call = { id: 'c1', function: { name: 'bash', arguments: '{"command":"ls"}' } };
  const events = read([
    user('Please'),
    { role: 'assistant', content: 'I look.', tool_calls: [call], reasoning_content: 'The log first.' },
    { role: 'tool', tool_call_id: 'c1', content: '<returncode>1</returncode>\n<output>\nnone\n</output>' },
    { role: 'exit', content: '' },
  ]);
  expect(events.slice(1)).toEqual([
    { kind: 'thought', text: 'The log first.' },
    { kind: 'said', text: 'I look.' },
    { kind: 'called', call: 'c1', tool: 'bash', args: { command: 'ls' } },
    { kind: 'gave', call: 'c1', text: 'none', isFailed: true },
  ]);
});

test('a run of version 2 may hold the items of the Responses API', () => {
  const events = read([
    user('Please'),
    {
      object: 'response',
      output: [{ type: 'function_call', name: 'bash', call_id: 'c', arguments: '{"command":"ls"}' }],
    },
    { type: 'function_call_output', call_id: 'c', output: '<returncode>0</returncode>\n<output>\na\n</output>' },
  ]);
  expect(events.slice(1)).toEqual([
    { kind: 'called', call: 'c', tool: 'bash', args: { command: 'ls' } },
    { kind: 'gave', call: 'c', text: 'a', isFailed: false },
  ]);
});

test('a block that does not end took time in the square of its length', () => {
  const content = `\`\`\`bash${'\n'.repeat(300_000)}ls`;
  expect(read([{ role: 'assistant', content }]).map(({ kind }) => kind)).toEqual(['said']);
});
