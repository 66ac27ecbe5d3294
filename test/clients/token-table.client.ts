import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { measureTasks, median, toCsv } from './tasks/token-table.ts';

test('with a question a model is sent a quarter of the tokens at the median, and every fact; without, no more than before', async () => {
  const measured = await measureTasks(tempDir());
  console.log(toCsv(measured));
  expect(measured.filter(({ missing }) => missing.length > 0)).toEqual([]);
  for (const { task, host, tokens } of measured) {
    expect(tokens.plain / tokens.own, `${task.name} in ${host}: ${JSON.stringify(tokens)}`).toBeLessThanOrEqual(1.02);
  }
  for (const host of ['Claude Code', 'Codex']) {
    const shares = measured.filter((one) => one.host === host).map(({ tokens }) => tokens.asked / tokens.own);
    expect(median(shares), host).toBeLessThanOrEqual(0.25);
  }
});
