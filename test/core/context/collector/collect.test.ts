import { expect, test } from 'vitest';
import { collect } from '../../../../src/context/collector/collect.ts';
import { countReferences } from '../../../../src/context/collector/count-references.ts';
import { reasonOf } from '../../../../src/context/collector/score.ts';
import type { WorkingSet } from '../../../../src/context/context-store.ts';
import { linksOf } from '../../../../src/context/links/links-of.ts';
import type { WorkingSegment } from '../../../../src/context/segment.ts';

const HOUR = 3_600_000;
const NOW = 1000 * HOUR;

function segment(
  id: string,
  { text = '', ...more }: Partial<WorkingSegment> & { readonly text?: string } = {},
): WorkingSegment {
  const about = { id, text, file: more.file ?? null, tags: more.tags ?? [] };
  return {
    ...{ id, type: 'log', task: null, createdAt: NOW, touchedAt: NOW, pinned: false, entered: 0, tier: 'working' },
    ...{ file: null, lines: null, tags: [], topic: null, tokens: 100, links: linksOf(about) },
    ...more,
  };
}

function setOf(segments: readonly WorkingSegment[], more: Partial<WorkingSet> = {}): WorkingSet {
  return { segments, inSnapshots: new Map(), currentTask: null, collections: 0, latest: NOW, ...more };
}

const many = (count: number, more: Partial<WorkingSegment> = {}): WorkingSegment[] =>
  Array.from({ length: count }, (_, i) => segment(`filler-${i}`, more));
const scoreIn = (set: WorkingSet, id: string): number | undefined =>
  collect(set).candidates.find((one) => one.segment.id === id)?.score;

test('the active file is the same by its whole path, by that in the project, and by that of another system', () => {
  const set = setOf([segment('here', { file: 'src/a.ts' }), segment('other', { file: 'lib/src/a.tsx' })]);
  for (const activeFile of ['src/a.ts', './src/a.ts', '/home/ada/shop/src/a.ts', 'C:\\shop\\src\\a.ts']) {
    expect(collect(set, { activeFile }).roots).toEqual(['active_file', undefined]);
  }
  expect(collect(set, { activeFile: 'rsrc/a.ts' }).roots).toEqual([undefined, undefined]);
  const whole = setOf([segment('here', { file: 'D:\\shop\\src\\a.ts' }), segment('other', { file: 'src/b.ts' })]);
  expect(collect(whole, { activeFile: 'src/a.ts' }).roots).toEqual(['active_file', undefined]);
});

test('a file of the same name in another folder is not the active one', () => {
  const set = setOf(['index.ts', 'src/index.ts', 'lib/src/index.ts'].map((file) => segment(file, { file })));
  expect(collect(set, { activeFile: 'src/index.ts' }).roots).toEqual([undefined, 'active_file', undefined]);
  expect(collect(set, { activeFile: 'index.ts' }).roots).toEqual(['active_file', undefined, undefined]);
});

test('references are real links, each other segment counted once', () => {
  const set = setOf(
    [
      segment('tagged'),
      segment('defines', { type: 'code', text: 'export function parseRequest(a) {}', file: 'src/http/parse.ts' }),
      segment('lines', { file: 'src/a.ts', lines: { start: 10, end: 20 } }),
      segment('beside', { file: 'src/a.ts', lines: { start: 20, end: 30 } }),
      segment('apart', { file: 'src/a.ts', lines: { start: 40, end: 50 } }),
      segment('refers', { tags: ['ref:tagged'], text: 'parseRequest fails in http/parse.ts, see parseRequest' }),
    ],
    { inSnapshots: new Map([['apart', 2]]) },
  );
  expect([...countReferences(set)]).toEqual([1, 1, 1, 1, 2, 0]);
});

test('where hundreds share a file they are counted together', () => {
  const set = setOf(many(500, { file: 'a.ts' }));
  expect(countReferences(set)[0]).toBe(499);
});

test('no root is ever a candidate, and what holds it is told', () => {
  const set = setOf(
    [
      segment('decision-old', { type: 'decision' }),
      segment('pinned', { pinned: true }),
      segment('task', { task: 'login' }),
      segment('active', { file: 'src/a.ts' }),
      ...Array.from({ length: 5 }, (_, i) => segment(`decision-${i}`, { type: 'decision' })),
      ...Array.from({ length: 11 }, (_, i) => segment(`message-${i}`, { type: 'message' })),
    ],
    { currentTask: 'login' },
  );
  const { candidates, roots } = collect(set, { activeFile: 'src/a.ts' });
  expect(candidates.map((one) => one.segment.id).sort()).toEqual(['decision-old', 'message-0']);
  expect(roots.slice(0, 5)).toEqual([undefined, 'pinned', 'current_task', 'active_file', 'recent_decision']);
});

test('what a root refers to is let go later than what nothing leads to', () => {
  const root = segment('root', { pinned: true, text: 'see handleLogin', tags: [] });
  const near = segment('near', { type: 'code', text: 'function handleLogin() { return checkPassword(); }' });
  const next = segment('next', { type: 'code', text: 'function checkPassword() {}' });
  const far = segment('far', { type: 'code', text: 'function somethingElse() {}' });
  const set = setOf([root, near, next, far, ...many(30)]);
  const distances = new Map(collect(set).candidates.map(({ segment: { id }, distance }) => [id, distance]));
  expect([distances.get('near'), distances.get('next'), distances.get('far')]).toEqual([1, 2, 3]);
  expect(scoreIn(set, 'near')).toBeLessThan(scoreIn(set, 'next') as number);
  expect(scoreIn(set, 'next')).toBeLessThan(scoreIn(set, 'far') as number);
});

test('age is bounded: a decision of years ago is worth more than a log of this hour', () => {
  const old = segment('decision-old', { type: 'decision', touchedAt: 0, createdAt: 0 });
  const decisions = Array.from({ length: 5 }, (_, i) => segment(`decision-${i}`, { type: 'decision' }));
  const set = setOf([old, ...many(400), ...decisions]);
  expect(scoreIn(set, 'decision-old')).toBeLessThan(0.3);
  expect(scoreIn(set, 'filler-399')).toBeGreaterThan(0.3);
});

test('a reason says what it was made of', () => {
  const far = segment('far', { type: 'code', entered: 0 });
  const set = setOf([far, ...many(34), segment('refers', { tags: ['ref:far'] })], { collections: 3 });
  const [one] = collect(set).candidates.filter(({ segment: { id } }) => id === 'far');
  expect(one && reasonOf(one, set)).toBe(
    'code ×0.6, aged 0.19: 35 came since, 1 reference (17 × slower), reached from no root, survived 3 (1.25 × slower)',
  );
});

test('the higher score comes first, however large the segment of the next lower one', () => {
  const touchedAt = (score: number) => NOW + 24 * HOUR * Math.log(1 - (score - 0.1) / 0.9);
  const huge = segment('huge', { tokens: 2 ** 32, touchedAt: touchedAt(0.5) });
  const { candidates } = collect(setOf([huge, segment('empty', { tokens: 0, touchedAt: touchedAt(0.5001) })]));
  expect(candidates.map(({ segment: { id }, score }) => [id, score])).toEqual([
    ['empty', 0.5001],
    ['huge', 0.5],
  ]);
});

test('survival lowers the score, and so do references', () => {
  const young = setOf([segment('a', { entered: 3 }), ...many(20)], { collections: 3 });
  const old = setOf([segment('a', { entered: 0 }), ...many(20)], { collections: 3 });
  expect(scoreIn(old, 'a')).toBeLessThan(scoreIn(young, 'a') as number);
  const referred = setOf([segment('a'), ...many(19), segment('r', { tags: ['ref:a'] })]);
  expect(scoreIn(referred, 'a')).toBeLessThan(scoreIn(setOf([segment('a'), ...many(20)]), 'a') as number);
});

test('scores are 0 to 1, the reason gives their factors, and equal states give equal orders', () => {
  const types = ['log', 'note', 'code', 'message', 'summary', 'decision'] as const;
  const segments = Array.from({ length: 120 }, (_, i) =>
    segment(`s-${i}`, {
      type: types[i % 6] ?? 'log',
      touchedAt: NOW - i * HOUR,
      entered: i % 4,
      file: i % 3 === 0 ? 'a.ts' : null,
    }),
  );
  const set = setOf(segments, { collections: 4 });
  const { candidates } = collect(set);
  expect(candidates.length).toBe(105);
  for (const one of candidates) {
    expect(one.score).toBeGreaterThanOrEqual(0);
    expect(one.score).toBeLessThanOrEqual(1);
    const [, type, aged] = /^\w+ ×([\d.]+), aged ([\d.]+): /.exec(reasonOf(one, set)) ?? [];
    expect(Math.abs(Number(type) * Number(aged) - one.score)).toBeLessThan(0.006);
  }
  expect(collect(structuredClone(set))).toEqual(collect(set));
});
