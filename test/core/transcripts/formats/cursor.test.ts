import { expect, test } from 'vitest';
import type { Fields } from '../../../../src/transcripts/fields.ts';
import { createCursorReader } from '../../../../src/transcripts/formats/formats.ts';
import { createSessionStream } from '../../../../src/transcripts/session-stream.ts';

// The lines are written from a description of the format, and were not recorded by a real Cursor.
const message = (role: string, ...content: readonly unknown[]): Fields => ({ role, message: { content } });
const text = (words: string): object => ({ type: 'text', text: words });
const use = (name: string, input: object): object => ({ type: 'tool_use', name, input });

function read(...entries: readonly Fields[]) {
  const reader = createCursorReader();
  return entries.flatMap((entry) => reader.read(entry));
}

test('what was asked, said and called is read, and calls without an id are told apart', () => {
  const events = read(
    message('user', text('<user_query>\nMend update_refund\n</user_query>')),
    message('assistant', text('I look.'), use('search', { query: 'refund' }), use('search', { query: 'cart' })),
    message('assistant', { ...use('Read', { path: 'a.ts' }), id: 'toolu_1' }),
  );
  expect(events).toEqual([
    { kind: 'asked', text: 'Mend update_refund', isSummary: false },
    { kind: 'said', text: 'I look.' },
    { kind: 'called', call: 'call 1', tool: 'search', args: { query: 'refund' } },
    { kind: 'called', call: 'call 2', tool: 'search', args: { query: 'cart' } },
    { kind: 'called', call: 'toolu_1', tool: 'Read', args: { path: 'a.ts' } },
  ]);
});

test.each([
  ['<timestamp>Monday</timestamp>\n<user_query>\nMend it\n</user_query>\n<open_files>a.ts</open_files>', 'Mend it'],
  ['<user_query>What is </user_query> for?</user_query>', 'What is </user_query> for?'],
  ['Mend it', 'Mend it'],
  ['</user_query> odd <user_query>', '</user_query> odd <user_query>'],
])('of %j the user’s own words are taken', (given, words) => {
  expect(read(message('user', text(given)))).toEqual([{ kind: 'asked', text: words, isSummary: false }]);
});

test('a result that is recorded all the same is read, and a thought', () => {
  const result = { type: 'tool_result', tool_use_id: 't', content: [text('found')] };
  expect(read(message('assistant', { type: 'thinking', thinking: 'Hm.' }), message('user', result))).toEqual([
    { kind: 'thought', text: 'Hm.' },
    { kind: 'gave', call: 't', text: 'found', isFailed: false },
  ]);
});

test.each([
  {},
  { role: 'system', message: { content: [text('x')] } },
  { role: 'user', message: null },
  { role: 'user', message: { content: 7 } },
  message('assistant', null, 'x', { type: 'image' }, text(' '), { type: 'text', text: {} }, { type: 'thinking' }),
  message('user', text('<user_query>\n</user_query>')),
])('%j holds no event', (entry) => {
  expect(read(entry)).toEqual([]);
});

test('a transcript is told by its content, also if its last line is cut', () => {
  const stream = createSessionStream();
  const line = JSON.stringify(message('assistant', text('I look.'), use('search', {})));
  expect([...stream.read(line), ...stream.end(line.slice(0, -9))].map(({ kind }) => kind)).toEqual(['said', 'called']);
  expect(stream).toMatchObject({ format: 'cursor', id: undefined, skipped: undefined });
});

test('a message of Claude Code is not taken for one of Cursor', () => {
  const stream = createSessionStream();
  stream.read(JSON.stringify({ ...message('user', text('x')), type: 'user', uuid: 'u', sessionId: 's' }));
  expect(stream.format).toBe('claude-code');
});
