import { expect, test } from 'vitest';
import { parseLine } from '../../../../src/transcripts/fields.ts';
import { createClaudeCodeReader } from '../../../../src/transcripts/formats/claude-code.ts';

const AT = '2026-01-02T03:04:05.678Z';
const at = Date.parse(AT);

const entry = (type: string, uuid: string, content: unknown, more: object = {}): string =>
  JSON.stringify({ type, uuid, timestamp: AT, cwd: '/p', isSidechain: false, message: { content }, ...more });

function read(...lines: readonly string[]) {
  const reader = createClaudeCodeReader();
  return { events: lines.flatMap((line) => reader.read(parseLine(line) ?? {})), folder: reader.folder };
}

test('that results were taken out of the context is told', () => {
  const { events } = read(
    entry('system', '1', undefined, { subtype: 'microcompact_boundary', microcompactMetadata: { trigger: 'auto' } }),
    entry('system', '2', undefined, { subtype: 'turn_duration' }),
  );
  expect(events).toEqual([{ message: '1', at, kind: 'cleared' }]);
});

test('a compaction and the API’s own clearing take results out of the context, before the answer', () => {
  const answer = (...types: readonly string[]) => ({
    content: [{ type: 'text', text: 'I look.' }],
    context_management: { applied_edits: types.map((type) => ({ type, cleared_input_tokens: 21_000 })) },
  });
  const { events } = read(
    entry('assistant', '1', undefined, { message: answer('clear_thinking_20251015', 'clear_tool_uses_20250919') }),
    entry('assistant', '2', undefined, { message: answer('clear_thinking_20251015') }),
    entry('assistant', '3', undefined, { message: answer() }),
    entry('system', '4', undefined, { subtype: 'compact_boundary' }),
  );
  expect(events.map(({ message, kind }) => [message, kind])).toEqual([
    ['1', 'cleared'],
    ['1', 'said'],
    ['2', 'said'],
    ['3', 'said'],
    ['4', 'cleared'],
  ]);
});

test('what came behind the place that the user went back to is no more in the context', () => {
  const { events } = read(
    entry('user', '1', 'Why does it fail?', { parentUuid: null }),
    entry('assistant', '2', [{ type: 'text', text: 'I look.' }], { parentUuid: '1' }),
    entry('attachment', '3', undefined, { parentUuid: '2' }),
    entry('user', '4', 'Go on.', { parentUuid: '3' }),
    entry('user', '5', 'Why does it fail there?', { parentUuid: '2' }),
  );
  expect(events.map(({ message, kind }) => [message, kind])).toEqual([
    ['1', 'asked'],
    ['2', 'said'],
    ['4', 'asked'],
    ['5', 'cleared'],
    ['5', 'asked'],
  ]);
});

test('a command, of which the host writes its words first, is entered after going back as well', () => {
  const { events } = read(
    entry('user', '1', 'Why does it fail?', { parentUuid: null }),
    entry('assistant', '2', [{ type: 'text', text: 'I look.' }], { parentUuid: '1' }),
    entry('user', '3', [{ type: 'text', text: 'Caveat: not for you.' }], { parentUuid: '1', isMeta: true }),
    entry('user', '4', '<command-name>/model</command-name>', { parentUuid: '3' }),
    entry('user', '5', 'Base directory for this skill', { parentUuid: '2', isMeta: true, sourceToolUseID: 't1' }),
  );
  expect(events.map(({ message, kind }) => [message, kind])).toEqual([
    ['1', 'asked'],
    ['2', 'said'],
    ['3', 'cleared'],
    ['4', 'asked'],
  ]);
});

test('what was asked, said, thought, called and given comes in its order', () => {
  const { events, folder } = read(
    JSON.stringify({ type: 'summary', summary: 'of another session' }),
    entry('user', '1', 'Why does it fail?'),
    entry('assistant', '2', [
      { type: 'thinking', thinking: 'The log first.' },
      { type: 'text', text: 'I look at the log.' },
      { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: '/p/a.log', limit: 10 } },
    ]),
    entry('user', '3', [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: '1\tError' }] }]),
    entry('user', '4', [{ type: 'tool_result', tool_use_id: 't2', content: 'no such file', is_error: true }]),
    entry('user', '5', 'This session is continued.', { isCompactSummary: true }),
  );
  expect(folder).toBe('/p');
  expect(events).toEqual([
    { message: '1', at, kind: 'asked', text: 'Why does it fail?', isSummary: false },
    { message: '2', at, kind: 'thought', text: 'The log first.' },
    { message: '2', at, kind: 'said', text: 'I look at the log.' },
    { message: '2', at, kind: 'called', call: 't1', tool: 'Read', args: { file_path: '/p/a.log', limit: 10 } },
    { message: '3', at, kind: 'gave', call: 't1', text: '1\tError', isFailed: false },
    { message: '4', at, kind: 'gave', call: 't2', text: 'no such file', isFailed: true },
    { message: '5', at, kind: 'asked', text: 'This session is continued.', isSummary: true },
  ]);
});

test('messages that stand there twice, and what hooks and subagents said, are left out', () => {
  const { events } = read(
    entry('user', '1', 'a'),
    entry('user', '1', 'a'),
    entry('user', '2', 'a hook', { isMeta: true }),
    entry('assistant', '3', 'a subagent', { isSidechain: true }),
    entry('system', '4', 'a notice'),
  );
  expect(events.map(({ message }) => message)).toEqual(['1']);
});

test("a subagent's own file is its session", () => {
  const { events } = read(
    entry('user', '1', 'a', { isSidechain: true }),
    entry('assistant', '2', 'b', { isSidechain: true }),
  );
  expect(events.map(({ kind }) => kind)).toEqual(['asked', 'said']);
});

test.each([
  ['a line that was cut', '{"type":"user","uuid":"1","mess'],
  ['no JSON', 'hello'],
  ['another object', '{"a":1}'],
  ['a message without content', '{"type":"user","uuid":"1","message":null}'],
  ['blocks of no type', entry('user', '1', [null, 1, {}, { type: 'image' }])],
])('%s holds no event', (_, line) => {
  expect(read(line).events).toEqual([]);
});

test("a subagent's id is that of its session and its own", () => {
  const more = { sessionId: 's', agentId: 'a' };
  const reader = createClaudeCodeReader();
  reader.read(parseLine(entry('user', '1', 'a', { ...more, isSidechain: true })) ?? {});
  expect(reader.id).toBe('s/a');
  const main = createClaudeCodeReader();
  main.read(parseLine(entry('user', '1', 'a', more)) ?? {});
  expect(main.id).toBe('s');
});

test('what a request took is read from each of its messages, with an hour of cache apart', () => {
  const usage = {
    ...{ input_tokens: 3, cache_creation_input_tokens: 1218, cache_read_input_tokens: 25_563, output_tokens: 565 },
    cache_creation: { ephemeral_5m_input_tokens: 18, ephemeral_1h_input_tokens: 1200 },
  };
  const message = { id: 'm1', content: [{ type: 'text', text: 'b' }], usage };
  const { events } = read(entry('assistant', '2', 'b', { message }));
  expect(events.at(-1)).toMatchObject({
    ...{ kind: 'billed', request: 'm1' },
    usage: { input: 3, cacheRead: 25_563, cacheWrite: 18, cacheWriteLong: 1200, output: 565 },
  });
  const odd = { ...message, usage: { input_tokens: 'x', cache_creation: 7 } };
  expect(read(entry('assistant', '3', 'b', { message: odd })).events.at(-1)).toMatchObject({
    usage: { input: 0, cacheRead: 0, cacheWrite: 0, cacheWriteLong: 0, output: 0 },
  });
});
