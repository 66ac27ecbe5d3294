import { expect, test } from 'vitest';
import { MAX_VALUES, parseJson } from '../../../worker/http/read-json.ts';

const turn = async (): Promise<void> => {};
const LONG = 300_000;
/** Every kind of escape, characters of one, two and three bytes, and one of two UTF-16 units. */
const ODD = 'a"\\/\b\f\n\r\t\u0001é€😀\ud800';

const long = (text: string): string => text.repeat(Math.ceil(LONG / text.length));

test.each([
  ['one long string', long('word ')],
  ['a long string of escapes', { code: long('\n"\\') }],
  ['every kind of escape', { code: long(ODD), path: ODD }],
  ['several long strings', { a: [{ text: long('x') }, { text: long('y\n') }], b: null }],
  ['a long key', { [long('k')]: long('v') }],
  ['a long key before white space', { code: long('v'), nested: { [long('k')]: 1 } }],
  ['commas and brackets in a string', { code: long(',[{"') }],
])('%s came back as something else', async (_, value) => {
  for (const json of [JSON.stringify(value), JSON.stringify(value, undefined, 2)]) {
    expect(await parseJson(json, turn)).toEqual({ value });
  }
});

test('escapes by number are read wherever a long string is cut', async () => {
  for (let shift = 0; shift < 6; shift++) {
    const json = `"${'x'.repeat(shift)}${'\\ud83d\\ude00'.repeat(30_000)}"`;
    expect(await parseJson(json, turn)).toEqual({ value: JSON.parse(json) });
  }
});

test.each([
  ['a string without end', `{"code":"${long('x')}`],
  ['an escape that is none', `{"code":"${long('x')}\\q"}`],
  ['an escape by number that is none', `{"code":"${long('x')}\\u12"}`],
  ['a control character in a string', `{"code":"${long('x')}\n"}`],
  ['two values', `"${long('x')}""${long('y')}"`],
  ['something behind the end', `{"code":"${long('x')}"}]`],
])('%s was taken for JSON', async (_, json) => {
  expect(() => JSON.parse(json)).toThrow(SyntaxError);
  await expect(parseJson(json, turn)).rejects.toThrow(SyntaxError);
});

test('five million values were parsed: more than the limit are not, and as many as it are', async () => {
  const list = (count: number): string => `[${Array.from({ length: count }, () => '"v"').join(',')}]`;
  const max = await parseJson(list(MAX_VALUES - 1), turn);
  expect(max).toMatchObject({ value: { length: MAX_VALUES - 1 } });
  expect(await parseJson(list(MAX_VALUES), turn)).toBe('too_many');
  expect(await parseJson('['.repeat(1_000_000), turn)).toBe('too_many');
});

test('a long body is parsed in parts that each wait for their turn, and a short one waits for none', async () => {
  let turns = 0;
  const counted = async (): Promise<void> => {
    turns++;
  };
  await parseJson(JSON.stringify({ code: 'x'.repeat(1000) }), counted);
  expect(turns).toBe(0);
  await parseJson(JSON.stringify({ code: '\n'.repeat(1_000_000) }), counted);
  expect(turns).toBeGreaterThan(20);
});
