import { expect, test } from 'vitest';
import { PRUNE_MAX_BYTES } from '../../../../src/tools/artifact/prune-lines.ts';
import { openArtifact } from './reading.ts';

const LINE = 'abcdefghij';

test.each<[object, string]>([
  [{ start_char: 3, end_char: 5 }, 'cde'],
  [{ start_line: 1, start_char: 9 }, 'ij'],
  [{ start_line: 2, end_line: 2, end_char: 4 }, 'äö😀'],
  [{ start_line: 3, start_char: 1, end_char: 99 }, 'last'],
])('the part of a line that a mark names comes back: %j', async (args, part) => {
  const { call } = await openArtifact(`${LINE}\näö😀ü\r\nlast`);
  const { content, start_line: start } = await call(args);
  expect(content).toBe(part);
  expect(start).toBeUndefined();
});

test('part of a megabyte comes in pages that are the part again', async () => {
  const line = Array.from({ length: 150_000 }, (_, i) => `${i},`).join('');
  const { pages } = await openArtifact(`first\n${line}\n`);
  const shown = await pages({ start_line: 2, start_char: 101, end_char: 40_100 });
  expect(shown.length).toBeGreaterThan(2);
  expect(shown.map(({ content }) => content).join('')).toBe(line.slice(100, 40_100));
});

test('part of a value that a path names', async () => {
  const { call } = await openArtifact(JSON.stringify({ log: `one\n${LINE}` }));
  expect((await call({ path: '$.log', start_line: 2, start_char: 2, end_char: 3 })).content).toBe('bc');
});

test.each<[object, string, RegExp]>([
  [{ start_line: 1, end_line: 2, start_char: 3 }, 'INVALID_SELECTION', /select within one line/],
  [{ start_char: 5, end_char: 4 }, 'INVALID_SELECTION', /end_char is before start_char/],
  [{ start_char: 11 }, 'OUT_OF_RANGE', /it has 10 characters/],
])('a part that is not there is said: %j', async (args, code, message) => {
  const { call } = await openArtifact(`${LINE}\nb\n`);
  expect(await call(args)).toMatchObject({ code, message: expect.stringMatching(message) });
});

test('characters of a line that is too long to be counted, or of no text, are not guessed', async () => {
  const long = await openArtifact('x'.repeat(PRUNE_MAX_BYTES + 1));
  expect(await long.call({ start_char: 3 })).toMatchObject({ code: 'TOO_LARGE' });
  const bytes = await openArtifact(new Uint8Array([1, 2, 0xff, 10]));
  expect(await bytes.call({ start_char: 1 })).toMatchObject({ code: 'INVALID_SELECTION' });
});
