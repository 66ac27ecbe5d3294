import { expect, test } from 'vitest';
import type { SearchEvent } from '../../../../launcher/tools/grep/engine.ts';
import { parseRecords } from '../../../../launcher/tools/grep/system-grep-records.ts';

const OUTPUT = Buffer.from(
  [
    '/r/a.ts\x001-before\n/r/a.ts\x002:needle: 3-4:ü😀\r\n--\n/r/a.ts\x0010:\n',
    'Binary file /r/old.bin matches\ngrep: /r/new: x.bin: binary file matches\n/usr/bin/grep: /r/two\nlines.bin: binary file matches\n',
    '/r/new\nline\n--\n.ts\x003:--\n/r/b.ts\x004:Binary file /x matches\n',
  ].join(''),
);

const line = (path: string, number: number, text: string, isMatch = true): object => ({
  kind: 'line',
  isMatch,
  path: Buffer.from(path),
  line: number,
  column: null,
  text,
});
const EVENTS = [
  line('/r/a.ts', 1, 'before', false),
  line('/r/a.ts', 2, 'needle: 3-4:ü😀'),
  line('/r/a.ts', 10, ''),
  { kind: 'binary', path: Buffer.from('/r/old.bin') },
  { kind: 'binary', path: Buffer.from('/r/new: x.bin') },
  { kind: 'binary', path: Buffer.from('/r/two\nlines.bin') },
  line('/r/new\nline\n--\n.ts', 3, '--'),
  line('/r/b.ts', 4, 'Binary file /x matches'),
];

function parsed(chunkBytes: number, textBytes = 1000): readonly SearchEvent[] {
  const events: SearchEvent[] = [];
  const parser = parseRecords(
    textBytes,
    (event) => events.push(event),
    () => undefined,
  );
  for (let at = 0; at < OUTPUT.length; at += chunkBytes) parser.push(OUTPUT.subarray(at, at + chunkBytes));
  parser.end();
  return events;
}

test.for([1, 2, 3, 7, 1000])('records read the same in chunks of %i bytes', (chunkBytes) => {
  expect(parsed(chunkBytes)).toEqual(EVENTS);
});

test('no more of a line is held than is of use', () => {
  const longest = parsed(1000, 4).map((event) => (event.kind === 'line' ? event.text.length : 0));
  expect(Math.max(...longest)).toBe(8);
});
