import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { measureHooked, medianShare, toHookedTable } from './tasks/hooked.ts';

test('with hooks Claude Code’s own tools give its model a third of the tokens at the median, and every fact', {
  timeout: 300_000,
}, async () => {
  const measured = await measureHooked(tempDir());
  console.log(toHookedTable(measured));
  expect(measured.filter(({ missing }) => missing.length > 0)).toEqual([]);
  expect(medianShare(measured)).toBeLessThanOrEqual(0.4);
});
