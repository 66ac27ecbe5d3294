import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MAX_COUNTED, sampleText } from '../../../launcher/savings/savings-ledger.ts';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import { ROOT } from '../../runtime/started.ts';

test('a text within the cap is counted whole', () => {
  const text = 'x'.repeat(MAX_COUNTED);
  expect(sampleText(text)).toEqual({ text, scale: 1 });
});

test('of a longer one slices from its beginning to its end are', async () => {
  const count = await loadO200k();
  const source = readFileSync(`${ROOT}README.md`, 'utf8') + readFileSync(`${ROOT}launcher/server/server.ts`, 'utf8');
  const long = source.repeat(Math.ceil((4 * MAX_COUNTED) / source.length));
  const { text, scale } = sampleText(long);
  expect(text).toHaveLength(MAX_COUNTED);
  expect([long.startsWith(text.slice(0, 100)), long.endsWith(text.slice(-100))]).toEqual([true, true]);
  expect(Math.abs((count(text) * scale) / count(long) - 1)).toBeLessThan(0.05);
});

test('the last slice reaches the end, whatever the length', () => {
  for (let more = 1; more <= 1000; more++) {
    const text = `${'x'.repeat(MAX_COUNTED + more)}end`;
    expect(sampleText(text).text.endsWith('end'), String(more)).toBe(true);
  }
});
