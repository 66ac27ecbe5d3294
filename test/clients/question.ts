import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { ROOT } from './installed.ts';

/** What every client's model asks of `read`: a real file of this repository, with a question. */
export const ASKED = {
  file_path: 'launcher/server/call-tool.ts',
  context_focus_question: 'Where are the arguments of a call validated and refused?',
} as const;

/** A line that answers the question, and one that does not. */
const ANSWER = 'const refuse = ';
const ELSEWHERE = 'function progressReporter(';

/** Holds that a model was sent the plain text of a pruned read: the answer and the gaps, neither JSON nor the whole file. */
export function expectPrunedText(sent: string | undefined): asserts sent is string {
  const raw = readFileSync(`${ROOT}${ASKED.file_path}`, 'utf8');
  expect(raw).toContain(ELSEWHERE);
  if (sent === undefined) throw new Error('The model was sent no result');
  expect(sent).toContain(ANSWER);
  expect(sent).not.toContain(ELSEWHERE);
  expect(sent).toMatch(/\(filtered \d+ lines: \d+-\d+\)/);
  expect(sent.length).toBeLessThan(raw.length / 2);
  expect(sent).not.toContain('structuredContent');
  expect(sent).not.toContain('"pruning"');
  const gap = sent.indexOf('(filtered ');
  const kept = sent
    .slice(gap)
    .split('\n')
    .filter((line) => !line.startsWith('(filtered '));
  expect(raw.split('\n')).toEqual(expect.arrayContaining(kept));
}
