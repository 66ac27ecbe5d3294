import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { pruneText } from '../../../src/engine/embedded.ts';
import { tempDir } from '../../support/temp-dir.ts';
import type { AnswerCase } from './answer-case.ts';
import { readCloneFile } from './clone-files.ts';
import { judgeCase, type Verdict } from './judge-case.ts';
import { hashOf, labelFaults } from './label.ts';
import { showFailures, showSums } from './show-answers.ts';

const LINES = ['NAME STATE', 'a up', 'b down', 'c up', 'd down', 'e up'];
const TEXT = LINES.join('\n');
const label = (line: number): string => `${line}:${hashOf(LINES[line - 1] as string)}`;
const LIST: AnswerCase = {
  ...{ id: 'table/down', of: { text: 'x' }, ask: 'Which are down?', must: [label(3), label(5)] },
  ...{ isList: true, against: [label(2), label(4), label(6)] },
};

/** Judges an answer that shows some lines and adds a note. */
function judge(of: AnswerCase, kept: readonly number[], note = '(filtered 3 lines)'): Verdict {
  const text = [...kept.map((line) => LINES[line - 1]), note].join('\n');
  const pruned = { text, details: { keptLines: kept } } as unknown as ReturnType<typeof pruneText>;
  return judgeCase({ of, text: TEXT, given: TEXT, path: undefined }, (one) => one.length, pruned);
}

test('an answer keeps all, or loses items in silence, or says how many there are', () => {
  expect(judge(LIST, [1, 3, 5])).toMatchObject({ isKept: true, lost: [], isSilent: false });
  expect(judge(LIST, [1, 3])).toMatchObject({ isKept: false, lost: [label(5)], isSilent: true, isReversed: false });
  expect(judge(LIST, [1, 3], '(1 of 2 matches shown; lines 3-5)')).toMatchObject({ isKept: false, isSilent: false });
  const counted = { ...LIST, count: 2 };
  expect(judge(counted, [1], '(0 of 2 matches shown; lines 3-5)')).toMatchObject({ isKept: true });
});

test('an answer with more lines that say the contrary than lines that answer is reversed', () => {
  expect(judge(LIST, [2, 4, 5])).toMatchObject({ isReversed: true });
  expect(judge(LIST, [2, 3, 4, 5])).toMatchObject({ isReversed: false });
});

test('one line of a nested list is enough, and a shifted line is noticed', () => {
  expect(judge({ ...LIST, must: [[label(3), label(5)]] }, [5])).toMatchObject({ isKept: true });
  expect(labelFaults([label(3), '4:00000000', '99:00000000'], TEXT)).toEqual(['4:00000000', '99:00000000']);
  expect(labelFaults([`3@2-6:${hashOf('down')}`], TEXT)).toEqual([]);
});

test('sums leave the cases of a part away, and failures name the lines', () => {
  const verdicts = [judge(LIST, [1, 3, 5]), judge({ ...LIST, id: 'table/gone' }, [1])];
  expect(showSums(verdicts, false)).not.toContain('table');
  expect(showSums(verdicts, true)).toContain('| table | 2 | 50.0 % |');
  expect(showFailures(verdicts)).toContain('lost 2 of 2: 3, 5');
});

test('a file is read from a clone at its commit, and nothing if there is no clone', () => {
  const folder = tempDir();
  const clone = path.join(folder, 'owner+name', 'repo');
  mkdirSync(clone, { recursive: true });
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', clone, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
      encoding: 'utf8',
    });
  git('init', '--quiet');
  writeFileSync(path.join(clone, 'a.log'), TEXT);
  git('add', 'a.log');
  git('commit', '--quiet', '-m', 'Begin');
  const file = { repo: 'owner/name', commit: git('rev-parse', 'HEAD').trim(), path: 'a.log' };
  expect(readCloneFile(folder, file)?.toString()).toBe(TEXT);
  expect(readCloneFile(folder, { ...file, repo: 'owner/other' })).toBeUndefined();
});
