import { expect, test } from 'vitest';
import { parseTimestamp } from '../../../src/context/timestamp.ts';

test('a moment is ISO 8601, in UTC wherever this runs', () => {
  const noon = Date.UTC(2026, 0, 2, 12);
  for (const text of ['2026-01-02T12:00', '2026-01-02 12:00:00.000000', '2026-01-02T14:00:00+02:00']) {
    expect(parseTimestamp(text)).toBe(noon);
  }
  expect(parseTimestamp('2028-02-29')).toBe(Date.UTC(2028, 1, 29));
  expect(parseTimestamp('2026-01-02')).toBe(Date.UTC(2026, 0, 2));
  for (const text of [
    'segment 5',
    '0',
    'Fri, 02 Jan 2026',
    '2026-13-01',
    '2026-02-29',
    '2026-02-31T00:00Z',
    '2026-01-02T12',
    '+275760-09-13',
    '',
  ]) {
    expect(parseTimestamp(text)).toBeNaN();
  }
});
