import { expect, test } from 'vitest';
import type { TextKind } from '../../../../src/engine/pruner.ts';
import { lexicalScorer } from '../../../../src/engine/score/lexical-scorer.ts';
import { REASONS } from '../../../../src/engine/score/scorer.ts';
import { outline } from '../../../../src/engine/structure/outline.ts';
import { atOnce } from '../../../../src/text/cooperative-task.ts';
import { splitLines } from '../../../../src/text/lines.ts';

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
    this.pauseBefore(LIMIT);
    return this.options.timeout ?? LIMIT;
  }

  sendAgain(url: string) {
    // another word
    return other(url);
  }
}

function retry_(a: number) {
  return a;
}

function timeoutOfAll_(ms: number) {
  return ms;
}

function pauseBefore(ms: number) {
  // another word
  return sleep(ms);
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

// Answers are cached under the scorer's version, so a change of scores needs a new version.
test('what is remembered of this version is what it answers: source', () => {
  const { scores, names, documentScore } = scored('source', SOURCE, 'where is the requestTimeout of a retry');
  expect([lexicalScorer.name, lexicalScorer.version, documentScore]).toEqual(['lexical', '15', 1]);
  expect(inDigits(scores)).toEqual([
    0.3017, 0.3027, 0.3422, 0.2439, 0.3549, 0.3617, 0.5045, 0.7263, 0.6974, 0.6959, 0.679, 0.3307, 0.3446, 0.6805, 1,
    0.9507, 0.9479, 0.912, 0.319, 0.3465, 0.2389, 0.3363, 0.3317, 0.2789, 0.2758, 0.574, 0.5547, 0.5408, 0.2501, 0.3648,
    0.3501, 0.3397, 0.2054, 0.2492, 0.1702, 0.2373, 0.2316, 0.1576, 0.1449, 0.1403, 0.1358, 0.1314, 0.1272,
  ]);
  expect(names.map((name) => name?.[0]).join('')).toBe('mbbbbbmdbbbnnmdbmbnbbbbnndbbndbbnbbbbnnnnnn');
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
    0.1, 0.0977, 0.0953, 0.143, 0.1407, 0.0884, 0.136, 0.3337, 0.1314, 0.1291, 0.1267, 0.0744, 0.3221, 0.1198, 0.3174,
    0.1151, 0.1128, 0.1105, 0.0581, 0.3058, 0.1035, 0.1012, 0.0988, 0.0965, 0.0442, 0.2919, 0.0895, 0.0872, 0.0349,
    0.2826, 0.0802, 0.0779, 0.0256, 0.2733, 0.0709, 0.0686, 0.0663, 0.014, 0.2616, 0.0593, 0.057, 0.0547, 0.0523,
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
