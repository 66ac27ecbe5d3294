import { expect, test } from 'vitest';
import { isGap, LIKE_MARKER, marker, readMarker } from '../../../src/text/gap-marker.ts';

test('a gap that names what it holds is read back, and is a gap as any other', () => {
  const line = marker(39, 209, 'ranges', 1, 'parseConfig 44-97, Store 99-170, LIMIT 200');
  expect(line).toBe('(filtered 171 lines: 40-210: parseConfig 44-97, Store 99-170, LIMIT 200)');
  expect(readMarker(line)).toEqual({
    ...{ kind: 'filtered', count: 171, first: 40, last: 210 },
    outline: [
      { name: 'parseConfig', first: 44, last: 97 },
      { name: 'Store', first: 99, last: 170 },
      { name: 'LIMIT', first: 200, last: 200 },
    ],
  });
  expect([isGap(line), LIKE_MARKER.test(line)]).toEqual([true, true]);
  expect(marker(39, 209, 'plain', 1, 'parseConfig 44-97')).toBe('(filtered 171 lines)');
});

test.each([
  ['no names', '(filtered 3 lines: 4-6)', []],
  ['words that are no entries', '(filtered 3 lines: 4-6: and more)', []],
])('a gap with %s', (_, line, outline) => {
  expect(readMarker(line)).toMatchObject({ kind: 'filtered', outline });
});

test.each(['(filtered 3 lines: 4-6: )', '(filtered 3 lines: 4-6) more', 'x (filtered 3 lines)'])(
  'no gap: %s',
  (line) => {
    expect(readMarker(line)).toBeUndefined();
  },
);
