import { expect, test } from 'vitest';
import { createCopilotReader } from '../../../../src/transcripts/formats/copilot-cli.ts';
import { createSessionStream } from '../../../../src/transcripts/session-stream.ts';

const AT = '2026-11-26T21:26:35.103Z';
const at = Date.parse(AT);
const entry = (type: string, data: object, more: object = {}) => ({
  ...{ type, data, id: 'e1', timestamp: AT, parentId: null },
  ...more,
});
const START = entry('session.start', {
  sessionId: 's1',
  copilotVersion: '1.0.102',
  context: { cwd: '/home/ann/shop' },
});
const CALL = { toolCallId: 'c1', name: 'bash', arguments: { command: 'cat a.txt' } };
const SAID = entry('assistant.message', { content: 'I look at a.txt.', toolRequests: [CALL], apiCallId: 'msg_1' });

test('what was asked, thought, said, called and given is read, and whose session it is', () => {
  const reader = createCopilotReader();
  const events = [
    START,
    entry('user.message', { content: 'Mend it', transformedContent: '<now>…</now>\n\nMend it' }),
    entry('assistant.message', { content: '', reasoningText: 'Hm.', messageId: 'm1' }),
    SAID,
    entry('tool.execution_start', { toolCallId: 'c1', toolName: 'bash' }),
    entry('tool.execution_complete', { toolCallId: 'c1', success: true, result: { content: 'a\nb' } }),
    entry('tool.execution_complete', { toolCallId: 'c2', success: false, error: { message: 'no such file' } }),
    entry('session.compaction_complete', { success: true, summaryContent: 'It is mended.' }),
    entry('session.compaction_complete', { success: false }),
  ].flatMap((one) => reader.read(one));
  const step = { message: 'e1', at };
  expect(events).toEqual([
    { ...step, kind: 'asked', text: 'Mend it', isSummary: false },
    { ...step, kind: 'thought', text: 'Hm.', request: 'm1' },
    { ...step, kind: 'said', text: 'I look at a.txt.', request: 'msg_1' },
    { ...step, kind: 'called', call: 'c1', tool: 'bash', args: { command: 'cat a.txt' }, request: 'msg_1' },
    { ...step, kind: 'gave', call: 'c1', text: 'a\nb', isFailed: false },
    { ...step, kind: 'gave', call: 'c2', text: 'no such file', isFailed: true },
    { ...step, kind: 'asked', text: 'It is mended.', isSummary: true },
  ]);
  expect([reader.id, reader.folder]).toEqual(['s1', '/home/ann/shop']);
});

test('work of a subagent is not the session’s', () => {
  const reader = createCopilotReader();
  const work = { content: 'I search.', toolRequests: [], parentToolCallId: 'c1' };
  expect(reader.read(entry('assistant.message', work))).toEqual([]);
  expect(reader.read(entry('assistant.message', { content: 'I search.' }, { agentId: 'a1' }))).toEqual([]);
});

test('a record is known by its first line, and a version that is not known is told', () => {
  const stream = createSessionStream();
  expect(stream.read(JSON.stringify(START))).toEqual([]);
  expect(stream.read(JSON.stringify(SAID))).toMatchObject([{ kind: 'said' }, { kind: 'called' }]);
  expect(stream.format).toBe('copilot-cli');
});
