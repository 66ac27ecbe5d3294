import { expect, test } from 'vitest';
import type { Fields } from '../../../../src/transcripts/fields.ts';
import { createGeminiReader } from '../../../../src/transcripts/formats/gemini-cli.ts';

const timestamp = '2026-01-02T03:04:05.678Z';
const at = Date.parse(timestamp);
const header = { sessionId: 's', projectHash: 'h', startTime: timestamp, directories: ['/p'] };
const asked = { id: 'm1', timestamp, type: 'user', content: [{ text: 'Why does it fail?' }] };
const answered = {
  id: 'm2',
  timestamp,
  type: 'gemini',
  content: 'I look.',
  thoughts: [{ subject: 'Log', description: 'first' }],
};
const result = [{ functionResponse: { id: 'c1', name: 'read_file', response: { output: 'Error' } } }];
const SHORTENED = 'one\n[mcp-pruner left out what this session does not seem to need]';
const call = { id: 'c1', name: 'read_file', args: { file_path: '/p/a.log' }, status: 'success', result };

const EVENTS = [
  { message: 'm1', at, kind: 'asked', text: 'Why does it fail?', isSummary: false },
  { message: 'm2', at, kind: 'thought', text: 'Log: first' },
  { message: 'm2', at, kind: 'said', text: 'I look.' },
  { message: 'm2', at, kind: 'called', call: 'c1', tool: 'read_file', args: { file_path: '/p/a.log' } },
  { message: 'm2', at, kind: 'gave', call: 'c1', text: 'Error', isFailed: false },
];

function read(...entries: readonly Fields[]) {
  const reader = createGeminiReader();
  return { events: entries.flatMap((entry) => reader.read(entry)), id: reader.id, folder: reader.folder };
}

test('a session of one document is read', () => {
  const messages = [
    asked,
    { ...answered, toolCalls: [call] },
    { id: 'm3', timestamp, type: 'info', content: 'Updated' },
  ];
  expect(read({ ...header, messages })).toEqual({ events: EVENTS, id: 's', folder: '/p' });
});

test('a message that is written again with more adds only what is new', () => {
  const lines = [
    header,
    asked,
    { $set: { lastUpdated: timestamp } },
    answered,
    { ...answered, tokens: { total: 1 } },
    { ...answered, toolCalls: [{ ...call, status: 'executing', result: undefined }] },
    { ...answered, toolCalls: [call] },
    { ...answered, toolCalls: [{ ...call, result: [{ text: 'masked later' }] }] },
    { $rewindTo: 'm2' },
  ];
  expect(read(...lines)).toEqual({ events: EVENTS, id: 's', folder: '/p' });
});

test('results that are handed to the model are no prompt', () => {
  const content = [
    { functionResponse: { name: 'read_file', response: { output: 'parseConfig' } } },
    { text: 'context' },
  ];
  expect(read(header, { id: 'm9', timestamp, type: 'user', content }).events).toEqual([]);
});

test.each([
  [
    'an error',
    { status: 'error', result: [{ functionResponse: { response: { error: 'no such file' } } }] },
    'no such file',
    true,
  ],
  ['a result that our hook shortened', { status: 'error', result: [{ text: SHORTENED }] }, SHORTENED, false],
  [
    'a failure that our hook shortened',
    { status: 'error', result: [{ text: `${SHORTENED}\nExit Code: 3` }] },
    `${SHORTENED}\nExit Code: 3`,
    true,
  ],
  ['a cancelled call', { status: 'cancelled', result: [{ text: 'stopped' }] }, 'stopped', true],
  ['what was shown', { status: 'success', resultDisplay: 'shown' }, 'shown', false],
  ['an object', { status: 'success', result: { functionResponse: { response: { count: 2 } } } }, '{"count":2}', false],
])('%s is read', (_, more, text, isFailed) => {
  const { events } = read({ ...answered, toolCalls: [{ ...call, result: undefined, ...more }] });
  expect(events.at(-1)).toMatchObject({ kind: 'gave', text, isFailed });
});

test.each([{}, { type: 'gemini', id: 'm', toolCalls: [null] }, { type: 'user', id: 'm', content: 1 }, { messages: 1 }])(
  '%j holds no event',
  (entry) => {
    expect(read(entry).events).toEqual([]);
  },
);
