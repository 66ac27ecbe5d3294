import { expect, test } from 'vitest';
import { createLineSplitter } from '../../../src/transcripts/line-splitter.ts';
import { createSessionStream } from '../../../src/transcripts/session-stream.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('lines come whole, wherever the chunks are cut', () => {
  const text = 'äöü\n\n€\r\nlast';
  const all = bytes(text);
  for (let at = 0; at <= all.length; at++) {
    const splitter = createLineSplitter();
    const lines = [...splitter.split(all.subarray(0, at)), ...splitter.split(all.subarray(at))];
    expect([...lines, splitter.end()]).toEqual(['äöü', '', '€\r', 'last']);
  }
});

test('a line that is too long is told at once, and the next ones are read', () => {
  const splitter = createLineSplitter(4, 4);
  expect(splitter.split(bytes('abc'))).toEqual([]);
  expect(splitter.split(bytes('de'))).toEqual([undefined]);
  expect(splitter.split(bytes('fghij'))).toEqual([]);
  expect(splitter.split(bytes('k\nlmno\npqrst'))).toEqual(['lmno', undefined]);
  expect(splitter.end()).toBe('');
});

test('the first line may be longer, since it may be a whole document', () => {
  const splitter = createLineSplitter(2, 4);
  expect(splitter.split(bytes('abcd\nabc\nab'))).toEqual(['abcd', undefined]);
  expect(splitter.end()).toBe('ab');
});

test('100 MB of lines go through in bounded time, and none is held', () => {
  const text = 'x'.repeat(20_000);
  const line = (at: number): Uint8Array =>
    bytes(
      `${JSON.stringify({
        ...{ type: 'user', uuid: `u${at}`, sessionId: 's' },
        message: { content: [{ type: 'tool_result', tool_use_id: `t${at}`, content: text }] },
      })}\n`,
    );
  const splitter = createLineSplitter();
  const stream = createSessionStream();
  let read = 0;
  let events = 0;
  for (let at = 0; read < 100_000_000; at++) {
    const chunk = line(at);
    read += chunk.length;
    for (const one of splitter.split(chunk)) events += stream.read(one ?? '').length;
    expect(splitter.split(new Uint8Array())).toEqual([]);
  }
  stream.end(splitter.end());
  expect(events).toBeGreaterThan(4900);
  expect(stream.skipped).toBe('empty');
});
