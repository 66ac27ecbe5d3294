import { LONG_SHOP } from './shop.ts';

export interface RecordedSession {
  readonly name: string;
  /** Path below the home folder, as the host keeps it. */
  readonly file: string;
  readonly text: string;
}

const lines = (entries: readonly object[]): string => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
const numbered = LONG_SHOP.split('\n')
  .map((line, at) => `${String(at + 1).padStart(6)}→${line}`)
  .join('\n');
const LINE = "  const step_7 = apply(given, 7, 'refund');";
const at = '2026-10-20T10:00:00.000Z';

const claude = (id: string, edited: string): string => {
  const entry = (uuid: string, role: 'user' | 'assistant', content: unknown): object => ({
    ...{ type: role, uuid: `${id}-${uuid}`, sessionId: id, cwd: '/home/ann/shop', timestamp: at, version: '2.1.329' },
    message: { role, content, ...(role === 'assistant' && { id: `msg_${id}_${uuid}` }) },
  });
  const called = (uuid: string, call: string, name: string, input: object): object =>
    entry(uuid, 'assistant', [{ type: 'tool_use', id: `${id}${call}`, name, input }]);
  const gave = (uuid: string, call: string, content: string): object =>
    entry(uuid, 'user', [{ type: 'tool_result', tool_use_id: `${id}${call}`, content }]);
  return lines([
    entry('1', 'user', 'Mend update_refund: the refund is applied twice'),
    entry('2', 'assistant', [{ type: 'text', text: 'I look at how a refund is updated.' }]),
    called('3', 'c1', 'Read', { file_path: '/home/ann/shop/src/shop.ts' }),
    gave('4', 'c1', numbered),
    called('5', 'c2', 'Bash', { command: 'npm test', description: 'Run the tests' }),
    gave('6', 'c2', `${LONG_SHOP}\nError: refund applied twice\n    at update_refund (src/shop.ts:104:3)`),
    called('7', 'c3', 'Edit', { file_path: '/home/ann/shop/src/shop.ts', old_string: edited, new_string: 'x' }),
    gave('8', 'c3', 'done'),
    entry('9', 'assistant', [{ type: 'text', text: 'It is mended.' }]),
  ]);
};

const item = (payload: object): object => ({ timestamp: at, type: 'response_item', payload });
const codex = lines([
  { timestamp: at, type: 'session_meta', payload: { id: 'codex-1', cwd: '/home/ann/shop', cli_version: '0.169.0' } },
  item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Mend update_refund' }] }),
  item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look at refunds.' }] }),
  item({ type: 'function_call', name: 'exec_command', arguments: '{"cmd":"cat src/shop.ts"}', call_id: 'c1' }),
  {
    timestamp: at,
    type: 'event_msg',
    payload: { type: 'item_completed', item: { type: 'CommandExecution', id: 'c1', exit_code: 0 } },
  },
  item({ type: 'function_call_output', call_id: 'c1', output: LONG_SHOP }),
  item({
    type: 'function_call',
    name: 'exec_command',
    arguments: '{"cmd":"sed -n 104,109p src/shop.ts"}',
    call_id: 'c2',
  }),
  item({ type: 'function_call_output', call_id: 'c2', output: `${LINE}\n` }),
]);

const search = {
  ...{ id: 'c1', name: 'grep_search', args: { pattern: 'update_refund' }, status: 'success' },
  result: [{ functionResponse: { response: { output: 'src/checkout.ts:40:  return update_refund(given);' } } }],
};
const readFile = {
  ...{ id: 'c2', name: 'read_file', args: { file_path: '/home/ann/shop/src/shop.ts' }, status: 'success' },
  result: [{ functionResponse: { response: { output: LONG_SHOP } } }],
};
const gemini = lines([
  { sessionId: 'gemini-1', projectHash: 'h', kind: 'main', startTime: at, lastUpdated: at },
  { id: 'm1', type: 'user', timestamp: at, content: [{ text: 'Mend update_refund' }] },
  { id: 'm2', type: 'gemini', timestamp: at, content: 'I search.', toolCalls: [search] },
  { id: 'm3', type: 'gemini', timestamp: at, content: 'I look at how a refund is updated.', toolCalls: [readFile] },
]);

const cursor = lines([
  { role: 'user', message: { content: [{ type: 'text', text: '<user_query>\nMend update_refund\n</user_query>' }] } },
  {
    role: 'assistant',
    message: {
      content: [
        { type: 'text', text: 'I search.' },
        { type: 'tool_use', name: 'Grep', input: { pattern: 'x' } },
      ],
    },
  },
]);

/** Sessions as the hosts record them. */
export const RECORDED_SESSIONS: readonly RecordedSession[] = [
  { name: 'claude-code', file: '.claude/projects/-home-ann-shop/s1.jsonl', text: claude('s1', LINE) },
  {
    name: 'claude-code, another',
    file: '.claude/projects/-home-ann-shop/s2.jsonl',
    text: claude('s2', '  return finish(given);'),
  },
  { name: 'codex', file: '.codex/sessions/2026/10/20/rollout-2026-10-20T10-00-00-codex-1.jsonl', text: codex },
  { name: 'gemini', file: '.gemini/tmp/shop/chats/session-1.jsonl', text: gemini },
  { name: 'cursor', file: '.cursor/projects/home-ann-shop/agent-transcripts/c1.jsonl', text: cursor },
  { name: 'no session', file: '.claude/projects/-home-ann-shop/odd.jsonl', text: 'no JSON\n{}\n[]\n{"type":"odd"}\n' },
];
