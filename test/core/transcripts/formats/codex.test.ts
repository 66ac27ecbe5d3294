import { expect, test } from 'vitest';
import { parseLine } from '../../../../src/transcripts/fields.ts';
import { createCodexReader } from '../../../../src/transcripts/formats/formats.ts';

const AT = '2026-01-02T03:04:05.678Z';
const at = Date.parse(AT);
const HEADER = 'Chunk ID: 1a2b\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n';

const item = (payload: object): string => JSON.stringify({ timestamp: AT, type: 'response_item', payload });

function read(...lines: readonly string[]) {
  const reader = createCodexReader();
  return { events: lines.flatMap((line) => reader.read(parseLine(line) ?? {})), folder: reader.folder };
}

const given = (output: unknown) => read(item({ type: 'function_call_output', call_id: 'c', output })).events;

test('what was asked, said, thought, called and given comes in its order', () => {
  const { events, folder } = read(
    JSON.stringify({ timestamp: AT, type: 'session_meta', payload: { id: 's', cwd: '/p' } }),
    item({ type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'rules' }] }),
    item({
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: '<environment_context>\n  <cwd>/p</cwd>' }],
    }),
    item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Why does it fail?' }] }),
    JSON.stringify({
      timestamp: AT,
      type: 'event_msg',
      payload: { type: 'user_message', message: 'Why does it fail?' },
    }),
    item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'The log first.' }], encrypted_content: 'x' }),
    item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] }),
    item({ type: 'function_call', name: 'exec_command', arguments: '{"cmd":"cat a.log"}', call_id: 'c1' }),
    item({ type: 'function_call_output', call_id: 'c1', output: `${HEADER}Error\nOutput:\nmore` }),
    item({ type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin Patch', call_id: 'c2' }),
    item({ type: 'custom_tool_call_output', call_id: 'c2', output: 'Exit code: 1\nOutput:\nno such file' }),
  );
  expect(folder).toBe('/p');
  expect(events).toEqual([
    { at, kind: 'asked', text: 'Why does it fail?', isSummary: false },
    { at, kind: 'thought', text: 'The log first.' },
    { at, kind: 'said', text: 'I look.' },
    { at, kind: 'called', call: 'c1', tool: 'exec_command', args: { cmd: 'cat a.log' } },
    { at, kind: 'gave', call: 'c1', text: 'Error\nOutput:\nmore', isFailed: false },
    { at, kind: 'called', call: 'c2', tool: 'apply_patch', args: { input: '*** Begin Patch' } },
    { at, kind: 'gave', call: 'c2', text: 'no such file', isFailed: true },
  ]);
});

test('the end of a command is told before its result', () => {
  const event = (payload: object): string => JSON.stringify({ timestamp: AT, type: 'event_msg', payload });
  const completed = (held: object): string => event({ type: 'item_completed', item: held });
  const { events } = read(
    completed({ type: 'CommandExecution', id: 'c1', exit_code: 3, aggregated_output: 'x' }),
    event({ type: 'exec_command_end', call_id: 'c2', exit_code: 0 }),
    completed({ type: 'CommandExecution', id: 'c3', exit_code: null }),
    completed({ type: 'FileChange', id: 'c4', exit_code: 0 }),
    event({ type: 'item_completed' }),
  );
  expect(events).toEqual([
    { at, kind: 'exited', call: 'c1', exitCode: 3 },
    { at, kind: 'exited', call: 'c2', exitCode: 0 },
  ]);
});

test('a log of an older version has the items themselves', () => {
  const { events } = read(
    JSON.stringify({ id: 's', timestamp: AT, instructions: null }),
    JSON.stringify({ record_type: 'state' }),
    JSON.stringify({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Why?' }] }),
    JSON.stringify({ type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' }),
    JSON.stringify({ type: 'local_shell_call', id: 'l', call_id: 'c2', action: { type: 'exec', command: ['ls'] } }),
  );
  expect(events).toMatchObject([
    { kind: 'asked', text: 'Why?' },
    { kind: 'called', call: 'c1', tool: 'shell', args: { command: ['ls'] } },
    { kind: 'called', call: 'c2', tool: 'shell', args: { command: ['ls'] } },
  ]);
});

test.each([
  ['a text', 'plain', 'plain', false],
  ['a failed command', HEADER.replace('code 0', 'code 2'), '', true],
  [
    'a patch that does not fit',
    'apply_patch verification failed: no lines',
    'apply_patch verification failed: no lines',
    true,
  ],
  ['JSON with an exit code', '{"output":"a\\n","metadata":{"exit_code":1,"duration_seconds":0.1}}', 'a\n', true],
  ['JSON of a command', '{"output":"a\\n","metadata":{"exit_code":0}}', 'a\n', false],
  ['JSON that a command printed', '{"a":1}', '{"a":1}', false],
  ['an object', { content: 'a', success: false }, 'a', true],
  [
    'blocks',
    [{ type: 'input_text', text: 'a' }, { type: 'input_image' }, { type: 'input_text', text: 'b' }],
    'a\nb',
    false,
  ],
  ['nothing', undefined, '', false],
])('an output as %s is read', (_, output, text, isFailed) => {
  expect(given(output)).toMatchObject([{ kind: 'gave', call: 'c', text, isFailed }]);
});

test('arguments that are no JSON stay as they are', () => {
  const { events } = read(item({ type: 'function_call', name: 'shell', arguments: '{"command":', call_id: 'c' }));
  expect(events).toMatchObject([{ args: { input: '{"command":' } }]);
});

test.each([
  '{"type":"response_item","payload":',
  'x',
  '{}',
  '{"type":"response_item"}',
  '{"type":"turn_context","payload":{}}',
])('%s holds no event', (line) => {
  expect(read(line).events).toEqual([]);
});

const SCRIPT = { type: 'input_text', text: 'Script completed\nWall time 0.2 seconds\nOutput:\n' };

test.each([
  ['a script', [SCRIPT, { type: 'input_text', text: 'a' }, { type: 'input_text', text: 'b' }], 'a\nb', false],
  ['a failed script', [{ ...SCRIPT, text: SCRIPT.text.replace('completed', 'failed') }], '', true],
  ['a script that goes on', 'Script running with cell ID 20\nWall time 10.0 seconds\nOutput:\n', '', false],
])('the header above what %s printed is left out', (_, output, text, isFailed) => {
  expect(given(output)).toMatchObject([{ text, isFailed }]);
});

test('a compaction is a summary, whose text may be encrypted', () => {
  const compacted = (message: string): string =>
    JSON.stringify({
      timestamp: AT,
      type: 'compacted',
      payload: { message, replacement_history: [{ type: 'compaction' }] },
    });
  expect(read(compacted('So far'), compacted('')).events).toEqual([
    { at, kind: 'asked', text: 'So far', isSummary: true },
    { at, kind: 'asked', text: '', isSummary: true },
  ]);
});

test("another agent's message is what a subagent is asked", () => {
  const text = 'Message Type: NEW_TASK\nSender: /root\nPayload:\nLook at it';
  const { events } = read(item({ type: 'agent_message', author: '/root', content: [{ type: 'input_text', text }] }));
  expect(events).toEqual([{ at, kind: 'asked', text: 'Look at it', isSummary: false }]);
});

test("an MCP server's tool has the server's name before it", () => {
  const { events } = read(
    item({ type: 'function_call', name: '_fetch', namespace: 'mcp__github', arguments: '{}', call_id: 'c' }),
    item({ type: 'function_call', name: 'wait', namespace: 'collaboration', arguments: '{}', call_id: 'd' }),
  );
  expect(events).toMatchObject([{ tool: 'mcp__github_fetch' }, { tool: 'wait' }]);
});

test('a forked session keeps its own id', () => {
  const reader = createCodexReader();
  for (const id of ['own', 'parent']) reader.read({ type: 'session_meta', payload: { id, cwd: `/${id}` } });
  expect(reader).toMatchObject({ id: 'own', folder: '/own' });
});

test('lines that could be a header in two ways took twice the time for each', () => {
  const output = `${'Process x with exit code 1\n'.repeat(40)}no`;
  expect(given(output)).toMatchObject([{ kind: 'gave', text: output, isFailed: false }]);
});

test('what a request took is read, without what was cached', () => {
  const counted = (info: unknown): string =>
    JSON.stringify({ timestamp: AT, type: 'event_msg', payload: { type: 'token_count', info } });
  const usage = { input_tokens: 13_237, cached_input_tokens: 12_672, output_tokens: 445, total_tokens: 13_682 };
  const { events } = read(item({ type: 'reasoning' }), counted({ last_token_usage: usage }), counted(null));
  expect(events).toEqual([
    {
      ...{ kind: 'billed', at },
      usage: { input: 565, cacheRead: 12_672, cacheWrite: 0, cacheWriteLong: 0, output: 445 },
    },
  ]);
});
