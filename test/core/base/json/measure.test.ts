import { describe, expect, test } from 'vitest';
import { createMeasure, type MeasuredForm } from '../../../../src/base/json/measure.ts';

const bytesOf = (json: string): number => new TextEncoder().encode(json).length;
const plain = (text: string): number => bytesOf(JSON.stringify(text));
const text = (value: string): number => bytesOf(JSON.stringify(JSON.stringify(value))) - 2;
const WRITTEN: Readonly<Record<MeasuredForm, (text: string) => number>> = {
  plain,
  text,
  both: (value) => plain(value) + text(value),
};
const PAIRS = ['\ud800\udc00', '\udbff\udfff', '\ud83d\ude00'];
const HALVES = ['\ud800', '\udbff', '\udc00', '\udfff', '\ud800a', 'a\udc00', '\udc00\ud800', '\ud800\ud800\udc00'];

describe.each(['plain', 'text', 'both'] as const)('in the form %s', (form) => {
  const measure = createMeasure(form);

  test('no character makes a result larger than it was counted', () => {
    const wrong: number[] = [];
    for (let c = 0; c <= 0xffff; c++) {
      const one = String.fromCharCode(c);
      if (measure.string(one) !== WRITTEN[form](one)) wrong.push(c);
    }
    expect(wrong).toEqual([]);
  });

  test.each([...PAIRS, ...HALVES, 'a"b\\c\u0001\n', ''])('a text is counted as it is written: %j', (one) => {
    expect(measure.string(one)).toBe(WRITTEN[form](one));
    const quotes = measure.string('');
    const each = Array.from({ length: one.length }, (_, at) => measure.charAt(one, at));
    expect(each.reduce((sum, bytes) => sum + bytes, quotes)).toBe(WRITTEN[form](one));
  });

  test('a surrogate pair counts where it begins', () => {
    const marks = form === 'both' ? 2 : 1;
    for (const pair of PAIRS) {
      expect([measure.charAt(`a${pair}`, 1), measure.charAt(`a${pair}`, 2)]).toEqual([4 * marks, 0]);
    }
  });
});

test('a bracket or a digit takes a byte in each form', () => {
  expect(createMeasure('plain').mark).toBe(1);
  expect(createMeasure('text').mark).toBe(1);
  expect(createMeasure('both').mark).toBe(2);
});
