import { expect, test } from 'vitest';
import { whyTooLong } from '../../../../src/context/ingest/raw-segment.ts';

test('a text that takes more parts than a segment has rows for is refused: it took those of the next one', () => {
  expect(whyTooLong('x'.repeat(10 * 1024 * 1024))).toBeUndefined();
  expect(whyTooLong('x'.repeat(10 * 1024 * 1024 + 1))).toContain('10485761 characters');
  expect(whyTooLong('\0'.repeat(5_000_000))).toBeUndefined();
  expect(whyTooLong('\0'.repeat(7_000_000))).toContain('count twice');
});
