import { expect, test } from 'vitest';
import { lexicalScorer } from '../../../src/pruning/lexical-scorer.ts';
import { splitLines } from '../../../src/pruning/lines.ts';
import { outline } from '../../../src/pruning/outline.ts';
import type { TextKind } from '../../../src/pruning/pruner.ts';
import { REASONS } from '../../../src/pruning/scorer.ts';
import { atOnce } from '../../../src/pruning/steps.ts';

const SOURCE = `import { timeout } from './timeout.ts';
import { other } from './other.ts';

/** How long to wait. */
const LIMIT = 500;

// The retry after a timeout.
function retryRequest(url: string) {
  const left = LIMIT;
  return sendAgain(url, left);
}

export class Sender {
  // timeout
  requestTimeout() {
    return this.options.timeout ?? LIMIT;
  }

  sendAgain(url: string) {
    // another word
    return other(url);
  }
}

function unrelated(a: number) {
  let sum = 0;
  for (let i = 0; i < a; i++) sum += i;
  return sum;
}
`;
const LIST = `src/a.ts:1:const timeout = 1;
src/a.ts:9:retry(timeout);
src/b.ts:4:const request = 2;
src/b.ts:7:nothing();
src/c.ts:1:nothing();
src/c.ts:2:nothing();
src/c.ts:3:request(timeout);`;

function scored(kind: TextKind, text: string, question: string) {
  const lines = splitLines(text);
  const found = lexicalScorer.score({ kind, lines, shape: atOnce(outline(lines)) }, question);
  return { ...found, scores: [...found.scores], names: [...found.reasons].map((reason) => REASONS[reason]) };
}

const inDigits = (scores: readonly number[]): number[] => scores.map((score) => Math.round(score * 1e4) / 1e4);

// Answers are remembered under the scorer's version: other scores need another version.
test('what is remembered of this version is what it answers: source', () => {
  const { scores, names, documentScore } = scored('source', SOURCE, 'where is the request timeout');
  expect([lexicalScorer.name, lexicalScorer.version, documentScore]).toEqual(['lexical', '2', 1]);
  expect(inDigits(scores)).toEqual([
    0.3175, 0.3127, 0.3499, 0.2468, 0.3556, 0.359, 0.3496, 0.5231, 0.5044, 0.5026, 0.4944, 0.3047, 0.3289, 0.6789, 1,
    0.9597, 0.9212, 0.3215, 0.2957, 0.2003, 0.277, 0.2682, 0.2466, 0.2268, 0.2086, 0.2019, 0.1954, 0.1892, 0.1831,
  ]);
  expect(names.map((name) => name?.[0]).join('')).toBe('mbbbbbmdbbbnnmdmbnnnnnnnnnnnn');
});

test.each([
  ['search', [0.4986, 1, 0.317, 0.1698, 0.2889, 0.3315, 0.8388], 0.562569],
  ['data', [0.4727, 0.8502, 0.4992, 0.3399, 0.3157, 0.3613, 1], 0.441869],
  ['log', [0.4727, 0.8502, 0.4992, 0.3399, 0.3157, 0.3613, 1], 0.441869],
  ['prose', [0.4956, 0.9304, 0.4999, 0.489, 0.4862, 0.4894, 1], 0.441869],
] as const)('what is remembered of this version is what it answers: %s', (kind, wanted, share) => {
  const { scores, documentScore } = scored(kind, LIST, 'retry the request timeout of lists');
  expect(inDigits(scores)).toEqual(wanted);
  expect(documentScore).toBeCloseTo(share, 4);
});

test('without a word of the question definitions come first, then the beginning, and the end of logs', () => {
  const { scores, reasons, documentScore } = scored('source', SOURCE, 'zebra');
  expect(inDigits(scores)).toEqual([
    0.1, 0.0966, 0.0931, 0.1397, 0.1362, 0.0828, 0.1293, 0.3259, 0.1224, 0.119, 0.1155, 0.0621, 0.3086, 0.1052, 0.3017,
    0.0983, 0.0948, 0.0414, 0.2879, 0.0845, 0.081, 0.0776, 0.0741, 0.0207, 0.2672, 0.0638, 0.0603, 0.0569, 0.0534,
  ]);
  expect([documentScore, Math.max(...reasons)]).toEqual([0, 0]);
  expect(inDigits(scored('log', LIST, 'zebra').scores)).toEqual([0.05, 0.0643, 0.0786, 0.0929, 0.1071, 0.1214, 0.1357]);
});

test('a word in a comment counts for less than the same word in code', () => {
  const text = (hit: string): string =>
    ['a', 'b', 'c', 'd']
      .map((name) => `${name}(1);\n`.repeat(30))
      .join('\n')
      .replace('b(1);', hit);
  const at = text('x').split('\n').indexOf('x');
  const best = (hit: string, other: string): number[] => {
    const both = `${text(hit)}\n${text(other)}`;
    const { scores } = scored('source', both, 'timeout');
    return [scores[at] as number, scores[at + text('x').split('\n').length] as number];
  };
  const [code, comment] = best('timeout(1);', '// timeout') as [number, number];
  expect(code).toBe(1);
  expect(comment / code).toBeCloseTo(0.504962, 4);
});
