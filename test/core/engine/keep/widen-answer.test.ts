import { expect, test } from 'vitest';
import { pruneText } from '../../../../src/engine/embedded.ts';
import type { PruneRequest } from '../../../../src/engine/pruner.ts';

const WORDS = ['keel', 'mast', 'sail', 'rope', 'lamp', 'hull', 'buoy', 'reef', 'tide', 'gale', 'fog'];
const filler = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, i) => {
    const at = from + i;
    return `The ${WORDS[at % 11]} stands by the ${WORDS[(at * 7 + 3) % 11]} as it did on day ${at * 37}.`;
  });
const paragraphs = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, i) => [...filler(4, from + i * 4), '']).flat();

const shown = (lines: readonly string[], question: string, extra: Partial<PruneRequest> = {}): string[] =>
  pruneText({ text: `${lines.join('\n')}\n`, question, ...extra }).text.split('\n');

test('what a line introduces comes with it, and what follows it in its paragraph', () => {
  const lines = [
    ...paragraphs(30),
    ...['Harbour dues of the schooner:', '  forty crowns', '  payable at noon', ''],
    ...['The schooner was weighed', 'and found to be of', 'ninety tons in all', ''],
    ...paragraphs(30, 700),
  ];
  const out = shown(lines, 'What does the schooner owe?');
  expect(out).toContain('  forty crowns');
  expect(out).toContain('  payable at noon');
  expect(out).toContain('ninety tons in all');
});

test('what no blank line parts is no paragraph', () => {
  const lines = [...filler(150), 'The schooner came in.', 'Nobody was on board of her.', ...filler(150, 400)];
  const out = shown([...lines, ...filler(600, 900)], 'When did the schooner come in?');
  expect(out).toContain('The schooner came in.');
  expect(out.length).toBeLessThan(60);
});

test('a small answer to a long output shows how the output begins and ends', () => {
  const lines = ['harbour-watch 3.1', ...paragraphs(80), 'The schooner came in.', ...paragraphs(80, 900), 'watch over'];
  const out = shown(lines, 'Did the schooner come in?');
  expect(out).toEqual(expect.arrayContaining(['harbour-watch 3.1', 'The schooner came in.', 'watch over']));
  expect(out.length).toBeLessThan(100);
});

test('a value of the kind that is asked for is shown where no word of it is', () => {
  const lines = [...paragraphs(60), 'GALLEY C17 12.2.0 -O0 -g', ...paragraphs(60, 800)];
  expect(shown(lines, 'With which flags was the schooner compiled?')).toContain('GALLEY C17 12.2.0 -O0 -g');
});

test('beside rows that were chosen by their values no others are shown', () => {
  const row = (i: number): string => `${i},${WORDS[i % 11]},${i === 140 ? 9999 : 100 + (i % 50)}`;
  const lines = ['id,name,depth', ...Array.from({ length: 300 }, (_, i) => row(i))];
  const out = shown(lines, 'Which has the largest depth?');
  expect(out).toContain(row(140));
  expect(out).not.toContain(row(0));
});

test('code and limits that were asked for are as they were', () => {
  const code = Array.from({ length: 300 }, (_, i) => `const ${WORDS[i % 11]}${i} = load(${i});`);
  const lines = [...code, 'const schooner = moor();', ...code];
  expect(shown(lines, 'Where is the schooner moored?', { path: 'src/a.ts' })[0]).not.toBe(code[0]);
  const prose = [...paragraphs(80), 'The schooner came in.', ...paragraphs(80, 900)];
  expect(shown(prose, 'Did the schooner come in?', { threshold: 0.9 })).not.toContain(prose[0]);
});

test('beside rows whose columns nobody knows others are shown: the largest number may be of something else', () => {
  const lines = [
    ...Array.from({ length: 60 }, (_, i) => `Port ${WORDS[i % 11]}ness   ${100 + i}    ${200 - i}`),
    ...Array.from({ length: 60 }, (_, i) => `2031-05-${10 + (i % 19)}T0${i % 9}    9    ${300 + i * 7}`),
  ];
  const out = shown(lines, 'At which port was the highest tide?');
  expect(out).toContain(lines[0]);
  expect(out.length).toBeLessThan(70);
});
