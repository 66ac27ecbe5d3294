import { expect, test } from 'vitest';
import type { Fields } from '../../../../src/transcripts/fields.ts';
import { createOpencodeReader } from '../../../../src/transcripts/formats/opencode.ts';

const at = 1_700_000_000_000;
const info = { id: 'ses_1', directory: '/p', version: '1.2.3' };

const message = (role: string, id: string, parts: readonly object[], more: object = {}): Fields => ({
  info: { id, role, sessionID: 'ses_1', time: { created: at }, ...more },
  parts,
});

const tool = (state: object): object => ({ id: 'prt', type: 'tool', tool: 'read', callID: 'c1', state });

function read(...entries: readonly Fields[]) {
  const reader = createOpencodeReader();
  return { events: entries.flatMap((entry) => reader.read(entry)), id: reader.id, folder: reader.folder };
}

const MESSAGES = [
  message('user', 'm1', [
    { type: 'text', text: 'Why does it fail?' },
    { type: 'text', text: 'Called the Read tool', synthetic: true },
  ]),
  message('assistant', 'm2', [
    { type: 'step-start' },
    { type: 'reasoning', text: 'The log first.' },
    { type: 'text', text: 'I look.' },
    tool({ status: 'completed', input: { filePath: '/p/a.log' }, output: '1: Error', time: { start: at } }),
  ]),
];

const EVENTS = [
  { message: 'm1', at, kind: 'asked', text: 'Why does it fail?', isSummary: false },
  { message: 'm2', at, kind: 'thought', text: 'The log first.' },
  { message: 'm2', at, kind: 'said', text: 'I look.' },
  { message: 'm2', at, kind: 'called', call: 'c1', tool: 'read', args: { filePath: '/p/a.log' } },
  { message: 'm2', at, kind: 'gave', call: 'c1', text: '1: Error', isFailed: false },
];

test('an exported session is read', () => {
  expect(read({ info, messages: MESSAGES })).toEqual({ events: EVENTS, id: 'ses_1', folder: '/p' });
});

test('a session is read message by message, as the storage has it', () => {
  expect(read({ info }, ...MESSAGES)).toEqual({ events: EVENTS, id: 'ses_1', folder: '/p' });
});

test.each([
  ['failed', { status: 'error', input: {}, error: 'no such file' }, [{ text: 'no such file', isFailed: true }]],
  ['exited', { status: 'completed', input: {}, output: 'x', metadata: { exit: 2 } }, [{ text: 'x', isFailed: true }]],
  ['still runs', { status: 'running', input: {} }, []],
])('a call that %s is read', (_, state, gave) => {
  const { events } = read(message('assistant', 'm', [tool(state)]));
  expect(events).toMatchObject([{ kind: 'called' }, ...gave.map((one) => ({ kind: 'gave', ...one }))]);
});

test('a summary takes the place of what was left out', () => {
  const { events } = read(message('assistant', 'm', [{ type: 'text', text: 'So far' }], { summary: true }));
  expect(events).toMatchObject([{ kind: 'asked', text: 'So far', isSummary: true }]);
});

test.each([{}, { info: null }, { info, messages: [null, 1, {}] }, message('user', 'm', [{ type: 'file' }])])(
  '%j holds no event',
  (entry) => {
    expect(read(entry).events).toEqual([]);
  },
);
