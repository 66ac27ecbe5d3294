import { expect, test } from 'vitest';
import { nearestWord } from '../../../src/text/nearest-word.ts';

test.each([
  ['file_paht', 'file_path'],
  ['FILE-PATH', 'file_path'],
  ['path', 'file_path'],
  ['maxOutput', 'max_output_bytes'],
  ['of', undefined],
  ['tail_path', undefined],
  ['', undefined],
])('%j', (given, near) => {
  expect(nearestWord(given, ['file_path', 'max_output_bytes'])).toBe(near);
});
