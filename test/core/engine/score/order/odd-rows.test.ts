import { expect, test } from 'vitest';
import { pruneText } from '../../../../../src/engine/embedded.ts';
import { oddRows } from '../../../../../src/engine/score/order/odd-rows.ts';

const rows = (n: number, odd: Readonly<Record<number, string>>): string[][] =>
  Array.from({ length: n }, (_, i) => [`part${i}`, odd[i] ?? 'up']);

test('rows stand out by a value that nearly all others do not have', () => {
  expect(oddRows(rows(100, { 7: 'down', 60: 'gone' }))).toEqual([7, 60]);
});

test('nothing stands out of a few rows, of rows all alike, and where many differ', () => {
  expect(oddRows(rows(10, { 7: 'down' }))).toEqual([]);
  expect(oddRows(rows(100, {}))).toEqual([]);
  expect(oddRows(rows(100, Object.fromEntries(Array.from({ length: 30 }, (_, i) => [i, `kind${i}`]))))).toEqual([]);
});

test('a question that no word of a table answers gets what stands out with the outline', () => {
  const text = `Package        Version   Latest    Type\n-------------- --------- --------- -----\n${Array.from({ length: 90 }, (_, i) => `part${String(i).padEnd(10)} 1.2.${i}     1.3.${i}     ${i === 40 ? 'sdist' : 'wheel'}\n`).join('')}`;
  const { text: out } = pruneText({ text, question: 'Which one must be compiled here?' });
  expect(out).toContain('part40');
  expect(out).toContain('no line matches the question');
});
