import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { type Hooked, measureHooked, medianShare, toHookedTable } from './tasks/hooked.ts';

describe('with hooks Claude Code’s own tools', () => {
  const folder = tempDir(afterAll);
  let measured: readonly Hooked[] = [];
  beforeAll(async () => {
    // A long timeout, so that load on the machine does not count against the hooks.
    measured = await measureHooked(folder, ['claude-code'], '--env', 'MCP_PRUNER_HOOK_TIMEOUT_MS=5000');
    console.log(toHookedTable(measured));
  }, 300_000);

  test('give its model half of the tokens at the median', () => {
    expect(medianShare(measured)).toBeLessThanOrEqual(0.55);
  });

  test('give its model every fact', () => {
    expect(measured.filter(({ missing }) => missing.length > 0)).toEqual([]);
  });
});
