import { expect, test } from 'vitest';
import { createSessionStream, MAX_DOCUMENT } from '../../../src/transcripts/session-stream.ts';
import { ALL_FORMATS } from '../../bench/sessions/formats/trajectories.ts';

const claude = (uuid: string, content: unknown, more: object = {}): string =>
  JSON.stringify({
    type: 'assistant',
    uuid,
    sessionId: 's',
    cwd: '/p',
    version: '2.0.1',
    message: { content },
    ...more,
  });
const call = (uuid: string): string => claude(uuid, [{ type: 'tool_use', id: `t${uuid}`, name: 'Read', input: {} }]);

const codex = JSON.stringify({ type: 'session_meta', payload: { id: 's', cwd: '/p', cli_version: '0.1.0' } });
const codexCall = JSON.stringify({ type: 'function_call', name: 'shell', arguments: '{}', call_id: 'c' });
const gemini = { sessionId: 's', projectHash: 'h', messages: [{ id: 'm', type: 'gemini', toolCalls: [{ id: 'c' }] }] };
const part = { type: 'tool', tool: 'read', callID: 'c', state: {} };
const message = { info: { id: 'm', role: 'assistant' }, parts: [part] };
const opencode = { info: { id: 'ses_1', version: '1.0.0' }, messages: [message] };
const block = '```bash\nls\n```';
const mini = { info: { exit_status: 'Submitted' }, messages: [{ role: 'assistant', content: block }] };
const oldMini = [
  { role: 'system', content: `Use ${block}` },
  { role: 'assistant', content: block },
];
const swe = { trajectory: [{ action: 'ls', observation: '' }], info: {} };

function read(text: string) {
  const stream = createSessionStream(ALL_FORMATS);
  const lines = text.split('\n');
  const rest = lines.pop();
  const events = [...lines.flatMap((line) => stream.read(line)), ...stream.end(rest)];
  const { format, id, skipped } = stream;
  return { kinds: events.map(({ kind }) => kind), format, id, skipped };
}

test.each([
  ['claude-code', `${claude('1', 'a')}\n${call('2')}\n`, 's'],
  ['claude-code', `{"type":"summary","summary":"a","leafUuid":"1"}\n${call('2')}\n`, 's'],
  ['claude-code', `{"type":"of-a-newer-version"}\n${call('2')}\n`, 's'],
  ['codex', `${codex}\n${codexCall}\n`, 's'],
  ['codex', `{"id":"s","timestamp":"2025","instructions":null}\n${codexCall}\n`, 's'],
  ['gemini-cli', JSON.stringify(gemini), 's'],
  ['gemini-cli', JSON.stringify(gemini, null, 2), 's'],
  ['gemini-cli', `\uFEFF${JSON.stringify(gemini, null, 2)}\n`, 's'],
  ['opencode', JSON.stringify(opencode), 'ses_1'],
  ['opencode', JSON.stringify(opencode, null, 2), 'ses_1'],
  ['opencode', `${JSON.stringify({ info: opencode.info })}\n${JSON.stringify(message)}\n`, 'ses_1'],
  ['mini-swe-agent', JSON.stringify(mini, null, 2), undefined],
  ['mini-swe-agent', JSON.stringify(oldMini, null, 2), undefined],
  ['swe-agent', JSON.stringify(swe, null, 2), undefined],
])('%s is told by its content: %.60s', (format, text, id) => {
  const found = read(text);
  expect(found).toMatchObject({ format, id, skipped: undefined });
  expect(found.kinds).toContain('called');
});

test.each([
  ['nothing', '', 'empty'],
  ['line breaks', '\n\n', 'empty'],
  ['text', 'hello\nyou\n', 'not_a_session'],
  ['another document', '{"a":1}', 'not_a_session'],
  ['another log', '{"a":1}\n{"a":2}\n', 'not_a_session'],
  ['a list', '[1,2]', 'not_a_session'],
  ['a list of messages', '[{"role":"user","content":"a"}]', 'not_a_session'],
  ['a document that is no JSON', '{\n  hello\n}\n', 'not_a_session'],
  ['bytes', '\u0000\uFFFD\u0001\n'.repeat(100), 'not_a_session'],
  ['a session without calls', `${claude('1', 'a')}\n`, 'empty'],
  ['a newer Claude Code', claude('1', 'a', { version: '99.0.0' }), 'unknown_version'],
  ['a newer Codex', codex.replace('0.1.0', '99.0.0'), 'unknown_version'],
  ['a newer opencode', JSON.stringify(opencode).replace('1.0.0', '99.0.0'), 'unknown_version'],
  ['a newer mini-swe-agent', JSON.stringify({ ...mini, trajectory_format: 'mini-swe-agent-99' }), 'unknown_version'],
])('%s is passed over with its reason', (_, text, skipped) => {
  expect(read(text)).toMatchObject({
    kinds: text.includes('"uuid":"1"') && skipped === 'empty' ? ['said'] : [],
    skipped,
  });
});

test('a last line that is being written is no fault', () => {
  expect(read(`${call('1')}\n${call('2').slice(0, 50)}`)).toMatchObject({ kinds: ['called'], skipped: undefined });
});

test('a last line without a line break is read', () => {
  expect(read(`${call('1')}\n${call('2')}`)).toMatchObject({ kinds: ['called', 'called'], skipped: undefined });
});

test.each([
  ['in the middle', `${call('1')}\n${call('2').slice(0, 50)}\n${call('3')}\n`],
  ['at the beginning', `${call('1').slice(0, 50)}\n${call('2')}\n${call('3')}\n`],
  ['before the beginning', `ype":"user"}\n${call('2')}\n${call('3')}\n`],
  ['by bytes', `${call('1')}\n\u0000\u0000\n${call('3')}\n`],
])('damage %s loses no other line', (_, text) => {
  expect(read(text)).toMatchObject({ kinds: ['called', 'called'], skipped: 'cut' });
});

test('a document that was cut is read as far as it goes', () => {
  const text = JSON.stringify(
    { ...gemini, messages: [...gemini.messages, { id: 'n', type: 'user', content: 'a' }] },
    null,
    2,
  );
  expect(read(text.slice(0, -30))).toMatchObject({ kinds: ['called'], format: 'gemini-cli', skipped: 'cut' });
});

test('a line that is too long costs nothing but itself', () => {
  const stream = createSessionStream(ALL_FORMATS);
  stream.read(call('1'));
  stream.passOver();
  expect(stream.read(call('2'))).toHaveLength(1);
  stream.end();
  expect(stream).toMatchObject({ skipped: 'cut', isOver: false });
});

test('a first line or a document that is too large ends it', () => {
  const line = createSessionStream(ALL_FORMATS);
  line.passOver();
  expect(line).toMatchObject({ skipped: 'too_large', isOver: true });
  const document = createSessionStream(ALL_FORMATS);
  const text = ' '.repeat(1024 * 1024);
  document.read('{');
  for (let size = 0; size < MAX_DOCUMENT; size += text.length) document.read(text);
  expect(document).toMatchObject({ skipped: 'too_large', isOver: true });
  expect(document.end('}')).toEqual([]);
});

test('something else is given up soon', () => {
  const stream = createSessionStream(ALL_FORMATS);
  for (let at = 0; at < 50; at++) stream.read('{"a":1}');
  expect(stream).toMatchObject({ skipped: 'not_a_session', isOver: true });
});
