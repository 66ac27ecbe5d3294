import { expect, test } from 'vitest';
import { createLineReader } from '../../../../launcher/platform/lines/line-reader.ts';

function linesOf(chunks: readonly Buffer[], max?: number): (string | undefined)[] {
  const lines: (string | undefined)[] = [];
  const reader = createLineReader((line) => lines.push(line), max);
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return lines;
}

test('lines come out whole however the bytes arrive', () => {
  const bytes = Buffer.from('{"a":"ä€😀"}\r\n\n  \n{"b":1}');
  for (let size = 1; size <= bytes.length; size++) {
    const chunks = [];
    for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
    expect(linesOf(chunks)).toEqual(['{"a":"ä€😀"}\r', '{"b":1}']);
  }
});

test('a line above the limit is dropped and reported, and the next one is read', () => {
  expect(linesOf([Buffer.from('12345'), Buffer.from('6789\nok\n')], 8)).toEqual([undefined, 'ok']);
  expect(linesOf([Buffer.from('12345678\nok')], 8)).toEqual(['12345678', 'ok']);
});

test('of a dropped line its beginning and its end are told, however the bytes arrive', () => {
  const text = `${'a'.repeat(300)}${'b'.repeat(300)}`;
  for (const size of [1, 7, 256, 257, 599, 600]) {
    const told: unknown[] = [];
    const reader = createLineReader((line, edges) => told.push(line, edges), 400);
    for (let at = 0; at < text.length; at += size) reader.push(Buffer.from(text.slice(at, at + size)));
    reader.push(Buffer.from('\nnext\n'));
    expect(told).toEqual([undefined, { head: 'a'.repeat(256), tail: 'b'.repeat(256) }, 'next', undefined]);
  }
});
