import { expect, test } from 'vitest';
import { kindOf, PARTS } from './answer-case.ts';
import { openCase } from './open-case.ts';
import { misplaced, readCases, readTexts } from './read-cases.ts';

const CASES = PARTS.map(readCases);
const ALL = CASES.flat();

test('the set has at least 400 cases of 45 kinds, 200 files of public repositories, and both parts', () => {
  const files = ALL.flatMap(({ of }) => ('repo' in of ? [`${of.repo}@${of.commit}:${of.path}`] : []));
  expect(ALL.length).toBeGreaterThanOrEqual(400);
  expect(new Set(ALL.map(kindOf)).size).toBeGreaterThanOrEqual(45);
  expect(new Set(files).size).toBeGreaterThanOrEqual(200);
  for (const part of CASES) expect(part.length).toBeGreaterThan(0.4 * ALL.length);
});

test('every case stands once, in the part that its id is drawn for', () => {
  expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length);
  expect(misplaced()).toEqual([]);
});

test('labels fit the texts of the set, every text is asked about, and none has a path of a machine', async () => {
  const texts = readTexts();
  const asked = ALL.filter(({ of }) => 'text' in of);
  const opened = await Promise.all(asked.map((one) => openCase(one, texts, undefined)));
  expect(asked.filter((_, n) => opened[n] === undefined)).toEqual([]);
  expect(new Set(asked.map(({ of }) => 'text' in of && of.text))).toEqual(new Set(texts.keys()));
  const local = /(?<![\w.-])\/(?:work|root)\/|(?<!\/var)\/tmp\/(?!<)/;
  expect([...texts].filter(([, bytes]) => local.test(bytes.toString('utf8'))).map(([name]) => name)).toEqual([]);
});

test('a text that lost a line is not judged', async () => {
  const [one] = ALL.filter(({ of }) => 'text' in of && of.text === 'docker-ps');
  const shifted = new Map([['docker-ps', Buffer.from('NAMES\n')]]);
  await expect(openCase(one as (typeof ALL)[number], shifted, undefined)).rejects.toThrow(
    'its text has other lines at',
  );
});
