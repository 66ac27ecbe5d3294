import { expect, test } from 'vitest';
import { pruneText } from '../../../../../src/engine/embedded.ts';
import { oddRowLines } from '../../../../../src/engine/score/order/odd-rows.ts';
import { outline } from '../../../../../src/engine/structure/outline.ts';
import { atOnce } from '../../../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../../../src/text/lines.ts';

const odd = (rows: readonly string[], isTable = true): readonly number[] => {
  const lines = splitLines(rows.join('\n'));
  return atOnce(oddRowLines(lines, atOnce(outline(lines)), isTable));
};
const rows = (n: number, cells: Readonly<Record<number, string>>): string[] =>
  Array.from({ length: n }, (_, i) => `part${i} ${cells[i] ?? 'up'}`);

test('rows stand out by a value that nearly all others do not have', () => {
  expect(odd(rows(100, { 7: 'down', 60: 'gone' }))).toEqual([7, 60]);
});

test('nothing stands out of a few rows, of rows all alike, and where many differ', () => {
  expect(odd(rows(10, { 7: 'down' }))).toEqual([]);
  expect(odd(rows(100, {}))).toEqual([]);
  expect(odd(rows(100, Object.fromEntries(Array.from({ length: 30 }, (_, i) => [i, `kind${i}`]))))).toEqual([]);
});

test('a number stands out that is far greater than nearly all others of its column', () => {
  const waiting = Array.from({ length: 40 }, (_, i) => `queue${i}\t${i === 30 ? 48_211 : i % 7}\tclassic`);
  expect(odd(['name\twaiting\ttype', ...waiting])).toContain(31);
  expect(odd(waiting.map((row) => row.replace('48211', '"48,211"')))).toContain(30);
});

test('fields stand out among those of the same name, numbers in it aside, and in objects of one line', () => {
  const states = Array.from({ length: 30 }, (_, i) => `server.${i}.status: ${i === 12 ? 'DOWN' : 'UP'}`);
  expect(odd(states)).toEqual([12]);
  const objects = Array.from({ length: 30 }, (_, i) => `{"id":${i},"result":"${i === 4 ? 'denied' : 'ok'}"}`);
  expect(odd(objects)).toEqual([4]);
  expect(odd(objects.map((object) => ` { ${object.slice(1)},`))).toEqual([4]);
});

test('100,000 cells of one key, of many keys, and of a line are read in time', () => {
  const repeated = Array.from({ length: 8000 }, (_, i) => `[${`{"v":${i}},`.repeat(14)}{"v":1}]`);
  expect(odd([...repeated, '{"v":2}'])).toBeDefined();
  const keys = Array.from({ length: 20_000 }, (_, i) => `{"key${i}":1,"state":"${i === 70 ? 'bad' : 'ok'}"}`);
  expect(odd(keys)).toEqual([70]);
});

test('rows that differ in one column come before those of another kind', () => {
  const log = Array.from({ length: 60 }, (_, i) => `Nov 21 kernel: [UFW ${i === 50 ? 'ALLOW' : 'BLOCK'}] IN=ens3`);
  log.splice(10, 0, 'Nov 21 systemd: Started daily cleanup of files');
  expect(odd(log)[0]).toBe(51);
});

test('an odd line of a long log stands in the answer', () => {
  const text = Array.from(
    { length: 300 },
    (_, i) =>
      `Nov 21 03:${String(i % 60).padStart(2, '0')}:01 edge kernel: [UFW ${i === 222 ? 'ALLOW' : 'BLOCK'}] IN=ens3 SRC=203.0.113.${i % 250} PROTO=TCP`,
  ).join('\n');
  const { text: out } = pruneText({ text, question: 'did the firewall let anything in?' });
  expect(out).toContain('[UFW ALLOW]');
});

test('a question that no word of a table answers gets what stands out with the outline', () => {
  const text = `Package        Version   Latest    Type\n-------------- --------- --------- -----\n${Array.from({ length: 90 }, (_, i) => `part${String(i).padEnd(10)} 1.2.${i}     1.3.${i}     ${i === 40 ? 'sdist' : 'wheel'}\n`).join('')}`;
  const { text: out } = pruneText({ text, question: 'Which one must be compiled here?' });
  expect(out).toContain('part40');
  expect(out).toContain('no line matches the question');
});
