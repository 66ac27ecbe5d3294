import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { halfOf } from './half-of.ts';
import { type Fact, FOLDERS, type LabelledLine, type OutputCase, readSet } from './labelled-set.ts';

const FIRST = readSet('first');
const SECOND = readSet('second');
const THIRD = readSet('third');
const SET = [...FIRST, ...SECOND, ...THIRD];
const FAILING = failingOf(SET);

test('the first set has at least 200 outputs of 30 programs, 50 of them of failing runs', () => {
  expect(FIRST.length).toBeGreaterThanOrEqual(200);
  expect(programsOf(FIRST).size).toBeGreaterThanOrEqual(30);
  expect(failingOf(FIRST).length).toBeGreaterThanOrEqual(50);
});

test('the second set has at least 60 outputs of 35 programs, a third of which the first set lacks, and 20 failing runs', () => {
  const programs = [...programsOf(SECOND)];
  const isNew = programs.filter((one) => !programsOf(FIRST).has(one));
  expect(SECOND.length).toBeGreaterThanOrEqual(60);
  expect(programs.length).toBeGreaterThanOrEqual(35);
  expect(3 * isNew.length).toBeGreaterThanOrEqual(programs.length);
  expect(failingOf(SECOND).length).toBeGreaterThanOrEqual(20);
});

test('the third set has at least 100 outputs of 55 programs, half of which the others lack, and 20 failing runs', () => {
  const programs = [...programsOf(THIRD)];
  const earlier = programsOf([...FIRST, ...SECOND]);
  expect(THIRD.length).toBeGreaterThanOrEqual(100);
  expect(programs.length).toBeGreaterThanOrEqual(55);
  expect(2 * programs.filter((one) => !earlier.has(one)).length).toBeGreaterThanOrEqual(programs.length);
  expect(failingOf(THIRD).length).toBeGreaterThanOrEqual(20);
});

test('a set is read from its own folder, the first one if none is named', () => {
  expect(readSet().map(({ id }) => id)).toEqual(FIRST.map(({ id }) => id));
  expect(FIRST.some(({ program }) => program === 'git-reflog')).toBe(false);
  expect(SECOND.some(({ program }) => program === 'git-reflog')).toBe(true);
});

test('every text belongs to a case', () => {
  for (const [folder, set] of [
    [FOLDERS.first, FIRST],
    [FOLDERS.second, SECOND],
    [FOLDERS.third, THIRD],
  ] as const) {
    const texts = readdirSync(new URL('texts/', folder), { recursive: true, encoding: 'utf8' });
    const ids = texts.filter((path) => path.endsWith('.txt')).map((path) => path.replaceAll('\\', '/').slice(0, -4));
    expect(ids.sort()).toEqual(set.map(({ id }) => id).sort());
  }
});

test('an output has one name, a question and, where its run failed, lines that tell so', () => {
  expect(new Set(SET.map(({ id }) => id)).size).toBe(SET.length);
  expect(SET.filter(({ questions }) => questions.length === 0)).toEqual([]);
  expect(FAILING.filter(({ failure = [] }) => failure.length === 0)).toEqual([]);
  expect(SET.filter(({ failure, exitCode = 0 }) => failure !== undefined && exitCode === 0)).toEqual([]);
});

test('a question has facts, or is marked as one without an answer', () => {
  const questions = SET.flatMap((one) => one.questions);
  expect(questions.filter((one) => !('facts' in one) && one.answer !== 'none')).toEqual([]);
  expect(questions.filter((one) => 'facts' in one && one.facts.length === 0)).toEqual([]);
});

test('each label is the text of its line', () => {
  const wrong = SET.flatMap(({ id, text, failure = [], questions }) => {
    const lines = text.split(/\r?\n/);
    const facts = [...failure, ...questions.flatMap((one) => ('facts' in one ? one.facts : []))];
    const isWrong = (one: LabelledLine) => !isAt(one, lines[one.line - 1]);
    return facts.flatMap((fact) => wrongIn(fact, lines, isWrong)).map((one) => `${id} ${JSON.stringify(one)}`);
  });
  expect(wrong).toEqual([]);
});

test('no text or command holds a path of the machine that made it, or what looks like a secret', () => {
  const FORBIDDEN = [
    /(?<![\w.-])\/(?:work|root)\//,
    /(?<!\/var)\/tmp\/(?!<)/,
    /-----BEGIN [A-Z ]*PRIVATE KEY/,
    /\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_\w{20,}|sk-[\w-]{20,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]+)/,
  ];
  const found = SET.flatMap(({ id, text, command }) =>
    FORBIDDEN.flatMap((one) => (one.test(text) || one.test(command) ? [`${id} ${one}`] : [])),
  );
  expect(found).toEqual([]);
});

test('an output stays in its half', () => {
  const halves = ['pytest/four-failures', 'git-log/last-thirty', 'journal/whole-day', 'wc/source'].map(halfOf);
  expect(halves).toEqual(['fitting', 'fitting', 'fitting', 'held-out']);
});

function failingOf(set: readonly OutputCase[]): readonly OutputCase[] {
  return set.filter(({ exitCode = 0 }) => exitCode !== 0);
}

function programsOf(set: readonly OutputCase[]): ReadonlySet<string> {
  return new Set(set.map(({ program }) => program));
}

/** Lines longer than this are labelled by the part that answers. */
const LONG = 400;

function isAt({ text }: LabelledLine, line: string | undefined): boolean {
  return line !== undefined && text !== '' && (line.length <= LONG ? line === text : line.includes(text));
}

function wrongIn(fact: Fact, lines: readonly string[], isWrong: (one: LabelledLine) => boolean): readonly unknown[] {
  if ('anyWith' in fact) {
    return lines.filter((line) => line.includes(fact.anyWith)).length === fact.lines ? [] : [fact];
  }
  return ('anyOf' in fact ? fact.anyOf : [fact]).filter(isWrong);
}
