import { expect, test } from 'vitest';
import { createEmbeddedPruner, pruneText } from '../../../src/engine/embedded.ts';
import type { PruneRequest } from '../../../src/engine/pruner.ts';
import { fromCacheEntry, toCacheEntry } from '../../../src/prune-api/cache/cache-entry.ts';
import type { PruneContext } from '../../../src/prune-api/prune-context.ts';
import { measure } from '../../../src/prune-api/prune-measured.ts';
import { UNMATCHED } from '../../../src/text/unmatched.ts';

const body = (i: number): string =>
  Array.from({ length: 12 }, (_, k) => `  const value${i}x${k} = compute(${k}, other${i});`).join('\n');
const SOURCE = Array.from({ length: 20 }, (_, i) => `export function part${i}(other${i}) {\n${body(i)}\n}\n`).join(
  '\n',
);
const ask = (text: string, more: Partial<PruneRequest> = {}) =>
  pruneText({ text, question: 'zebra quagga', markers: 'ranges', ...more });

test('a question that nothing matches is told so, and given the outline', () => {
  const { text, details } = ask(SOURCE);
  expect(details.score).toBe(0);
  for (let i = 0; i < 20; i++) expect(text).toContain(`export function part${i}(`);
  expect(text).not.toContain('value7x5');
  expect(text.endsWith(`\n${UNMATCHED}\n`)).toBe(true);
});

test.each([
  ['\n', true],
  ['\n', false],
  ['\r\n', true],
  ['\r\n', false],
  ['\r', true],
])('the notice is a line of its own, as the text breaks its lines: %j, at the end too: %s', (lineBreak, final) => {
  const source = final ? SOURCE : SOURCE.slice(0, -1);
  const { text } = ask(source.replaceAll('\n', lineBreak));
  expect(text.endsWith(`${lineBreak}${UNMATCHED}${final ? lineBreak : ''}`)).toBe(true);
});

test('every shown line but the markers is the text’s own', () => {
  const { text, details } = ask(SOURCE);
  const own = SOURCE.split('\n');
  const shown = text.split('\n').filter((line) => !/^\((?:filtered \d+ lines: |no line matches)/.test(line));
  expect(shown.slice(0, details.keptLines.length)).toEqual(details.keptLines.map((line) => own[line - 1]));
});

test('evidence of a failed command is in the outline', () => {
  const log = `${Array.from({ length: 300 }, (_, i) => `building part ${i} of the whole thing again ${i * 7}`).join('\n')}\nld: cannot find -lzz\nmake: *** [all] Error 2\n`;
  const { text } = ask(log, { failed: true });
  expect(text).toContain('ld: cannot find -lzz');
  expect(text).toContain(UNMATCHED);
  expect(text.split('\n').length).toBeLessThan(40);
});

test('a question without a word that says what to look for gets everything', () => {
  expect(ask(SOURCE, { question: 'what is it and how does this do that' }).text).toBe(SOURCE);
});

test('what would hardly be shorter stays whole', () => {
  const small = 'export function a() {\n  return 1;\n}\n\nexport function b() {\n  return 2;\n}\n';
  expect(ask(small).text).toBe(small);
});

test('an answer from the cache says the same', async () => {
  const request = { text: SOURCE, question: 'zebra quagga', markers: 'ranges' } as const;
  const door = {
    pruner: createEmbeddedPruner(),
    countTokens: (text: string) => Math.ceil(text.length / 4),
    turn: () => Promise.resolve(),
  } as unknown as PruneContext;
  const measured = await measure(request, door);
  if (!measured.ok) return expect.fail('it could not be measured');
  expect(measured.text).toContain(UNMATCHED);
  expect(fromCacheEntry(toCacheEntry(measured), request)?.text).toBe(measured.text);
});
