import { expect, test } from 'vitest';
import { pruneText } from '../../../../../src/engine/embedded.ts';
import { splitLines } from '../../../../../src/text/lines.ts';
import { SAMPLES } from './samples.ts';

const QUESTIONS = [
  'Why do the tests of the cart fail?',
  'Which is the largest, and which are the last three?',
  'How many are there?',
  'Which zebra grazes?',
];

/** Rebuilds the answer from the text's kept lines, with a marker for each gap. The real answer must be the same. */
function rebuilt(text: string, kept: readonly number[], notice: string | undefined): string {
  const lines = splitLines(text);
  const all = new Set(kept);
  let out = '';
  for (let i = 0; i < lines.count; i++) {
    if (all.has(i + 1)) {
      out += text.slice(lines.starts[i], lines.starts[i + 1]);
      continue;
    }
    const from = i;
    while (i + 1 < lines.count && !all.has(i + 2)) i++;
    out += `(filtered ${i - from + 1} lines: ${from + 1}-${i + 1})${text.slice(lines.ends[i], lines.starts[i + 1])}`;
  }
  return notice === undefined ? out : `${out}${notice}\n`;
}

test.each(SAMPLES)('whatever $program prints, an answer is made of its lines and of markers', ({ text }) => {
  for (const times of [1, 12]) {
    const whole = text.repeat(times);
    for (const question of QUESTIONS) {
      for (const targetRatio of [undefined, 0.3, 0.05]) {
        const failed = times > 1 && targetRatio === 0.3;
        const request = { text: whole, question, targetRatio, failed, markers: 'ranges' } as const;
        const { text: out, details } = pruneText(request);
        expect(out).toBe(details.changed ? rebuilt(whole, details.keptLines, details.notice) : whole);
        expect(details.reasons).toHaveLength(details.lineCount);
        expect(pruneText(request).text).toBe(out);
      }
    }
  }
});
