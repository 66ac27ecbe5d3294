import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { halfOf } from './half-of.ts';
import { labelFaults } from './label-faults.ts';
import { type OutputCase, PACKED, PART_NAMES, partOf, readPart, readSet, SET_NAMES } from './labelled-set.ts';

const PARTS = PART_NAMES.map((part) => ({ part, outputs: readPart(part) }));
const ALL = PARTS.flatMap(({ outputs }) => outputs);

/** Literals, because a lost, added or moved output changes the meaning of figures in the docs. */
test('each part has the outputs, questions and facts that the docs speak of', () => {
  const rows = Object.fromEntries(PARTS.map(({ part, outputs }) => [part, countsOf(outputs)]));
  expect(rows).toEqual({
    'first-fitting': { outputs: 112, programs: 65, failing: 51, questions: 255, facts: 432, unanswerable: 9 },
    'first-held-out': { outputs: 108, programs: 58, failing: 37, questions: 250, facts: 397, unanswerable: 4 },
    second: { outputs: 106, programs: 74, failing: 35, questions: 359, facts: 625, unanswerable: 11 },
    'third-fitting': { outputs: 76, programs: 66, failing: 29, questions: 327, facts: 429, unanswerable: 7 },
    'third-held-out': { outputs: 66, programs: 59, failing: 31, questions: 269, facts: 379, unanswerable: 3 },
  });
});

test('the second and the third set have 57 and 83 programs that no earlier set has', () => {
  const [first, second, third] = SET_NAMES.map((set) => [...programsOf(readSet(set))]) as [
    string[],
    string[],
    string[],
  ];
  expect([first.length, second.length, third.length]).toEqual([82, 74, 111]);
  expect(second.filter((program) => !first.includes(program))).toHaveLength(57);
  expect(third.filter((program) => ![...first, ...second].includes(program))).toHaveLength(83);
});

test('a set is read with both its halves, ordered by id, the first one if none is named', () => {
  const ids = readSet().map(({ id }) => id);
  expect(ids).toEqual(idsOf('first-fitting', 'first-held-out').sort());
  expect(readSet('second').map(({ id }) => id)).toEqual(idsOf('second'));
  expect(readSet('third').map(({ id }) => id)).toEqual(idsOf('third-fitting', 'third-held-out').sort());
});

test('the folder holds the parts and nothing else', () => {
  expect(readdirSync(PACKED).sort()).toEqual(PART_NAMES.map((part) => `${part}.jsonl.br`));
});

test('every output stands in the half that its id belongs to, once in all sets', () => {
  for (const { part, outputs } of PARTS) {
    const set = SET_NAMES.find((name) => part.startsWith(name)) ?? 'first';
    expect(outputs.filter(({ id }) => partOf(set, id) !== part)).toEqual([]);
  }
  expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length);
});

test('an id stays in its half', () => {
  const halves = ['pytest/four-failures', 'git-log/last-thirty', 'journal/whole-day', 'wc/source'].map(halfOf);
  expect(halves).toEqual(['fitting', 'fitting', 'fitting', 'held-out']);
});

test('each label is the text of its line, failing runs say so, and no text has a path or a secret of a machine', () => {
  expect(ALL.flatMap((output) => labelFaults(output).map((fault) => `${output.id}: ${fault}`))).toEqual([]);
});

function idsOf(...parts: readonly string[]): string[] {
  return PARTS.filter(({ part }) => parts.includes(part)).flatMap(({ outputs }) => outputs.map(({ id }) => id));
}

function programsOf(outputs: readonly OutputCase[]): Set<string> {
  return new Set(outputs.map(({ program }) => program));
}

function countsOf(outputs: readonly OutputCase[]): object {
  const questions = outputs.flatMap((one) => one.questions);
  const answerable = questions.flatMap((one) => ('facts' in one ? [one] : []));
  return {
    outputs: outputs.length,
    programs: programsOf(outputs).size,
    failing: outputs.filter(({ exitCode = 0 }) => exitCode !== 0).length,
    questions: answerable.length,
    facts: answerable.flatMap(({ facts }) => facts).length,
    unanswerable: questions.length - answerable.length,
  };
}
