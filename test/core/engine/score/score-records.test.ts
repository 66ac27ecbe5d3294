import { expect, test } from 'vitest';
import { policyOf } from '../../../../src/engine/detect/policy-of.ts';
import type { PruneRequest } from '../../../../src/engine/pruner.ts';
import { lexicalScorer } from '../../../../src/engine/score/lexical-scorer.ts';
import { readStructure } from '../../../../src/engine/structure/structure.ts';
import { atOnce } from '../../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../../src/text/lines.ts';

/** Scores the lines of a text. */
function scored(text: string, question: string, kind?: PruneRequest['kind']): { score(line: string): number } {
  const lines = splitLines(text);
  const policy = policyOf(lines, { kind });
  const { shape, records, headers } = atOnce(readStructure(lines, policy, {}));
  const document = { kind: policy.kind, lines, shape, records, headers, prior: policy.prior };
  const { scores } = lexicalScorer.score(document, question);
  return { score: (line) => scores[text.split('\n').findIndex((one) => one.includes(line))] as number };
}

const many = (n: number, line: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => line(i)).join('\n');

test('a line beside one that answers has nothing of it', () => {
  const paths = `${many(40, (i) => `src/part${i}.ts`)}\nsrc/timeout.ts\n${many(40, (i) => `src/other${i}.ts`)}\n`;
  const { score } = scored(paths, 'Where is the timeout?');
  expect(score('timeout.ts')).toBeGreaterThan(0.5);
  expect(score('part39.ts')).toBe(0);
  expect(score('other0.ts')).toBe(0);
});

test('all lines of an event have its score', () => {
  const event = (i: number): string =>
    `2026-02-03T09:12:44Z INFO request ${i}\n  at line ${i}${i === 20 ? '\n  timeout of the socket' : ''}`;
  const { score } = scored(many(60, event), 'Which socket had a timeout?');
  expect(score('INFO request 20')).toBe(score('timeout of the socket'));
  expect(score('INFO request 20')).toBeGreaterThan(0.5);
  expect(score('INFO request 21')).toBeLessThan(0.5);
});

test('what stands under a heading that answers is worth more than what does not, and less than a match of its own', () => {
  const folder = (name: string): string =>
    `./src/${name}:\n${many(12, (i) => `${name[0]}${i}.ts`)}\n${name[0]}wire.ts\n`;
  const text = `.:\nsrc\n\n${['access', 'wire', 'tokens', 'mcp', 'ledger', 'json'].map(folder).join('\n')}`;
  const { score } = scored(text, 'What is in the folder wire?');
  expect(score('w3.ts')).toBeGreaterThan(0);
  expect(score('w3.ts')).toBeLessThan(score('./src/wire:'));
  expect(score('t3.ts')).toBe(0);
});

test('titles that enclose every row lend it nothing', () => {
  const text = `id,name,price\n${many(60, (i) => `${i},thing ${i},${i * 3}`)}\n`;
  const { score } = scored(text, 'What is the price of thing 7?');
  expect(score('8,thing 8,24')).toBeLessThan(score('7,thing 7,21'));
});

test('a definition counts more than a use, and a use more than a test', () => {
  const text = many(30, (i) =>
    i === 10
      ? 'lib/config.ts:4:export const retryLimit = 5;'
      : i === 20
        ? 'test/config.test.ts:4:  expect(retryLimit).toBe(5);'
        : `lib/part${i}.ts:${i + 1}:  if (${i === 5 ? 'retryLimit' : 'another'} > ${i}) stop();`,
  );
  const { score } = scored(text, 'What is the retry limit?', 'search');
  expect(score('lib/config.ts')).toBeGreaterThan(score('lib/part5.ts'));
  expect(score('lib/part5.ts')).toBeGreaterThan(score('test/config.test.ts'));
});

test('colors are no part of the words behind them', () => {
  const color = (code: number): string => `${String.fromCharCode(27)}[${code}m`;
  const text = many(40, (i) => `2026-02-03T09:12:44Z ${color(31)}${i === 9 ? 'timeout' : 'request'}${color(0)} ${i}`);
  expect(scored(text, 'Which timeout?').score('timeout')).toBeGreaterThan(0.5);
});
