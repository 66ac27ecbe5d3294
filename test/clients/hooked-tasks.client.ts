import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { type Hooked, measureHooked, medianShare, toHookedTable } from './tasks/hooked.ts';

describe('with hooks Claude Code’s own tools', () => {
  const folder = tempDir(afterAll);
  let measured: readonly Hooked[] = [];
  beforeAll(async () => {
    measured = await measureHooked(folder);
    console.log(toHookedTable(measured));
  }, 300_000);

  test('give its model half of the tokens at the median', () => {
    expect(medianShare(measured)).toBeLessThanOrEqual(0.55);
  });

  test('give its model every fact', () => {
    expect(measured.filter(({ missing }) => missing.length > 0)).toEqual([]);
  });
});
