import { expect, test } from 'vitest';
import { serializeJson } from '../../../worker/http/write-json.ts';

const LONG = 400_000;
const long = (text: string): string => text.repeat(Math.ceil(LONG / text.length));
const written = async (value: object): Promise<string> =>
  new TextDecoder().decode(await serializeJson(value, async () => {}));

test.each([
  ['a short object', { a: 1, b: undefined, c: [null, true, 'x'], d: {} }],
  ['nothing', {}],
  ['a long string', { text: long('a"\\\n\u0001é€'), after: 1 }],
  ['a long string of pairs', { text: `x${long('😀')}` }],
  ['a long list', { list: Array.from({ length: 100_000 }, (_, i) => [`line ${i}`, i / 7]), after: [] }],
  ['a list with a long string in it', { list: ['short', long('x'), 'short', [long('y')], 1] }],
  ['a list that ends with a long string', [1, 2, long('z')]],
  ['a long object', Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`key${i}`, { i, none: undefined }]))],
  ['fields without a value in a long object', { a: undefined, text: long('x'), b: undefined }],
  ['only fields without a value, and long names', { [long('k')]: undefined }],
])('%s was written as something else', async (_, value) => {
  expect(await written(value)).toBe(JSON.stringify(value));
});

test('a long answer is written in parts that each wait for their turn', async () => {
  let turns = 0;
  await serializeJson({ text: '\n'.repeat(2_000_000) }, async () => {
    turns++;
  });
  expect(turns).toBeGreaterThan(10);
});
