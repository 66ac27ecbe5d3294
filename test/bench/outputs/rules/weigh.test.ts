import { expect, test } from 'vitest';
import type { Verdict } from '../../answers/judge-case.ts';
import type { Judgement } from '../judge-output.ts';
import { weigh } from './weigh.ts';

const OF = { id: 'make/one', program: 'make', name: 'one', command: 'make', text: '', questions: [] };
const FAILURE = { ...OF, failure: [{ line: 1, text: 'a' }] };
const judgement = (own: Partial<Judgement>): Judgement => ({
  ...{ of: OF, ask: '', isAnswerable: true, facts: 2, lost: [], lostFailure: [], answer: 'a', tokens: 10, share: 0.5 },
  ...own,
});
const verdict = (before: Partial<Judgement>, after: Partial<Judgement>, rule: object = {}): string =>
  weigh({ group: '', name: '', ...rule }, [{ before: judgement(before), after: judgement(after) }], []).verdict;
const LOST = [{ line: 1, text: 'a' }];

test('a rule stays for what is lost without it', () => {
  expect(verdict({ of: FAILURE }, { of: FAILURE, lostFailure: LOST, lost: LOST })).toBe('stays: safety');
  expect(verdict({}, { lost: LOST })).toBe('stays: facts');
  expect(verdict({}, { tokens: 11 })).toBe('stays: tokens');
  expect(verdict({ lost: LOST }, { tokens: 11 })).toBe('stays: tokens');
});

test('a rule stays for an answer that loses a line, or is reversed or silent without it', () => {
  const kept = { answer: 'a', isKept: true, isReversed: false, isSilent: false };
  const answers = (before: object, after: object): string =>
    weigh({ group: '', name: '', isWide: true }, [], [{ before, after } as { before: Verdict; after: Verdict }])
      .verdict;
  const lost = { ...kept, answer: 'b', isKept: false };
  expect(answers(kept, lost)).toBe('stays: answers');
  expect(answers(lost, { ...lost, isReversed: true })).toBe('stays: answers');
  expect(answers(lost, { ...lost, isSilent: true })).toBe('stays: answers');
  expect(answers(lost, kept)).toBe('goes');
  expect(answers(kept, kept)).toBe('not judged');
});

test('a rule goes if nothing is lost without it', () => {
  expect(verdict({}, {})).toBe('goes');
  expect(verdict({ lost: LOST }, { answer: 'b', tokens: 9 })).toBe('goes');
});

test('a rule that no output has to do with is not judged', () => {
  expect(weigh({ group: '', name: '' }, [], []).verdict).toBe('not judged');
  expect(verdict({}, {}, { isWide: true })).toBe('not judged');
});

test('evidence stays for safety', () => {
  expect(verdict({}, {}, { group: 'Fields of policies', name: 'log: evidence.states' })).toBe('stays: safety');
});
