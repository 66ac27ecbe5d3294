import { expect, test } from 'vitest';
import { fitText } from '../../../../src/fit/result/fit-blocks.ts';

const REF = `ax://t/${'a'.repeat(32)}`;

async function fitted(text: string, bytes: number): Promise<string> {
  const kept = { artifact_ref: REF, bytes: text.length };
  const keep = async () => kept;
  return (
    await fitText(text, {
      bytes,
      tool: 't',
      question: undefined,
      failed: false,
      pause: async () => {},
      kept: undefined,
      keep,
    })
  ).text;
}

test('a text of one long line says how many bytes of it are shown', async () => {
  const text = 'word '.repeat(1000);
  const [notice, shown = ''] = (await fitted(text, 2000)).split('\n');
  expect(notice).toBe(
    `[cut to ${shown.length + 2 * (new TextEncoder().encode('…').length - 1)} of 5000 bytes; all of it: artifact ref="${REF}"]`,
  );
});

test('a text of many lines says how many of them are shown', async () => {
  const text = Array.from({ length: 1000 }, (_, i) => `line ${i}`).join('\n');
  expect(await fitted(text, 2000)).toMatch(/^\[cut to \d+ of 1000 lines; all of it: artifact/);
});
