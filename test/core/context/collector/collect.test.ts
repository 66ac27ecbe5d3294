import { expect, test } from 'vitest';
import { type Candidate, candidatesIn, collect } from '../../../../src/context/collector/collect.ts';
import { countReferences } from '../../../../src/context/collector/count-references.ts';
import { reasonOf } from '../../../../src/context/collector/score.ts';
import type { WorkingSet } from '../../../../src/context/context-store.ts';
import { lineSketchOf } from '../../../../src/context/links/line-sketch.ts';
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
    sketch: about.file === null ? '' : lineSketchOf(text),
    ...more,
  };
}

function setOf(segments: readonly WorkingSegment[], more: Partial<WorkingSet> = {}): WorkingSet {
  return {
    segments,
    inSnapshots: new Map(),
    currentTask: null,
    activeFile: null,
    collections: 0,
    latest: NOW,
    ...more,
  };
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
      segment('task', { task: 'login', type: 'note' }),
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

test('of the current task old logs and searches may go, and reads that a younger one replaces', () => {
  const task = { task: 'login' };
  const read = (id: string, more: Parameters<typeof segment>[1]) => segment(id, { type: 'code', ...task, ...more });
  const change = '@@ -1 +1 @@\n-const a = 1;\n+const a = 2;';
  const set = setOf(
    [
      segment('log', task),
      read('search', { tags: ['tool:grep'] }),
      read('part', { file: 'a.ts', lines: { start: 10, end: 20 } }),
      read('other part', { file: 'a.ts', lines: { start: 90, end: 120 } }),
      read('change', { file: 'a.ts', text: change }),
      read('again', { file: 'a.ts', lines: { start: 5, end: 100 } }),
      read('whole', { file: 'b.ts' }),
      read('part of it', { file: 'b.ts', lines: { start: 1, end: 9 } }),
      read('changed', { file: 'b.ts', text: change }),
      read('active', { file: 'c.ts' }),
      read('active again', { file: 'c.ts' }),
      segment('note', { type: 'note', ...task }),
      segment('young log', task),
    ],
    { currentTask: 'login', activeFile: 'c.ts' },
  );
  const { roots } = collect(set);
  const going = set.segments.filter((_, at) => roots[at] === undefined).map(({ id }) => id);
  expect(going).toEqual(['log', 'search', 'part']);
  expect(roots.filter((reason) => reason === 'active_file')).toHaveLength(2);
});

test('excerpts of a file that name no lines do not replace each other; a read of the same lines does', () => {
  const excerpt = (id: string, from: number) =>
    segment(id, { type: 'code', task: 't', file: 'a.ts', text: lines(from, from + 40) });
  const goingOf = (set: WorkingSet): string[] => {
    const { roots } = collect(set);
    return set.segments.filter((_, at) => roots[at] === undefined).map(({ id }) => id);
  };
  const current = { currentTask: 't' };
  expect(goingOf(setOf([excerpt('a', 0), excerpt('b', 100), excerpt('c', 200)], current))).toEqual([]);
  expect(goingOf(setOf([excerpt('a', 0), excerpt('b', 100), excerpt('c', 2)], current))).toEqual(['a']);
});

test('a read whose text is unknown has no lines of its own where a younger one replaces it', () => {
  const about = { type: 'code', file: 'a.ts', sketch: '' } as const;
  const { candidates } = collect(setOf([segment('old', about), segment('new', about)]));
  expect(candidates.map(({ segment: { id }, ownLines }) => [id, ownLines])).toEqual([
    ['old', 0],
    ['new', -1],
  ]);
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
  const set = setOf([old, ...many(400), ...decisions, ...many(10).map((one) => ({ ...one, id: `last-${one.id}` }))]);
  expect(scoreIn(set, 'decision-old')).toBeLessThan(scoreIn(set, 'filler-399') as number);
});

test('however old, what is younger is worth more; what has just come most', () => {
  const set = setOf(many(500));
  const scores = Array.from({ length: 500 }, (_, at) => scoreIn(set, `filler-${at}`) as number);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  // Scores have four digits. Up to an age of 400 they differ between segments that are ten apart.
  for (let at = 110; at < 500; at += 10) expect(scores[at]).toBeLessThan(scores[at - 10] as number);
  expect(scores.at(-1)).toBeLessThan(0.3);
});

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `  const value${from + i} = read(${from + i});`).join('\n');
const code = (id: string, file: string, text: string): WorkingSegment =>
  segment(id, { type: 'code', file, text, links: [0] });

test('what younger ones of its file hold is let go before what they do not', () => {
  const set = setOf([
    ...[code('held', 'a.ts', lines(0, 24)), code('own', 'b.ts', lines(0, 24))],
    ...[code('newer', 'a.ts', lines(0, 20)), code('rest', 'a.ts', lines(20, 50)), code('other', 'b.ts', lines(60, 90))],
    ...many(20),
  ]);
  expect(scoreIn(set, 'held')).toBeGreaterThan((scoreIn(set, 'own') as number) + 0.1);
  const own = collect(set).candidates.map((one) => [one.segment.id, one.ownLines] as const);
  expect(Object.fromEntries(own)).toMatchObject({ held: 0, own: 24, newer: 20, rest: 30, other: 30 });
});

test('a change counts for more than what was read, and what was read for more than what a search found', () => {
  const change = `@@\n${lines(0, 40).replaceAll(/^/gm, '+')}`;
  const set = setOf([
    ...[code('change', 'a.ts', change), code('read', 'b.ts', lines(0, 40))],
    segment('found', { type: 'code', text: lines(0, 40), topic: 'value', tags: ['tool:grep'], links: [0] }),
    // The excerpt of a read with a question, or a segment that a platform reported.
    segment('told', { type: 'code', text: lines(0, 40), topic: 'a.ts where is it read', links: [0] }),
    ...many(20),
  ]);
  const [changed, read, told, found] = ['change', 'read', 'told', 'found'].map((id) => scoreIn(set, id) as number);
  expect(changed).toBeLessThan(read as number);
  for (const known of [read, told]) expect(known).toBeLessThan((found as number) - 0.2);
});

test('of equal age decisions go last and logs first', () => {
  const types = ['decision', 'code', 'summary', 'note', 'message', 'log'] as const;
  // The last ten messages and the last five decisions are roots.
  const roots = [...Array(10).fill('message'), ...Array(5).fill('decision')] as const;
  const set = setOf([
    ...types.map((type) => segment(type, { type, tokens: 1 })),
    ...roots.map((type, i) => segment(`root-${i}`, { type })),
  ]);
  const order = collect(set).candidates.map((one) => one.segment.id);
  expect(order).toEqual(types.toReversed());
});

test('a file that is in use keeps what is of it', () => {
  const of = (files: readonly string[]): WorkingSet =>
    setOf(files.map((file, i) => segment(`s-${i}`, { type: 'code', file, text: lines(i * 9, i * 9 + 9), links: [0] })));
  const others = Array.from({ length: 30 }, (_, i) => `other-${i}.ts`);
  const rests = scoreIn(of(['a.ts', ...others, 'b.ts']), 's-0') as number;
  expect(scoreIn(of(['a.ts', ...others, 'a.ts']), 's-0')).toBeLessThan(rests);
});

test('a reason says what it was made of', () => {
  const reasons = ({ set, id }: { readonly set: WorkingSet; readonly id: string }): string => {
    const one = collect(set).candidates.find(({ segment }) => segment.id === id) as Candidate;
    return reasonOf(one, set);
  };
  const far = segment('far', { type: 'message', entered: 0, text: 'see b.ts' });
  const messages = Array.from({ length: 10 }, (_, i) => segment(`message-${i}`, { type: 'message' }));
  const refers = segment('refers', { tags: ['ref:far'], pinned: true });
  const set = setOf([far, ...messages, ...many(24), refers], { collections: 3 });
  expect(reasons({ set, id: 'far' })).toBe(
    'need 0.062 = message 0.07 × 0.54 (35 segments since) × 1.1 (1 reference) × 1.1 (1 step from a root) × 1.3 (survived 3)',
  );
  const read = code('read', 'a.ts', lines(0, 9));
  const since = setOf([
    { ...read, touchedAt: NOW - 90 * HOUR },
    ...many(30),
    code('b', 'a.ts', lines(4, 9)),
    ...many(9),
  ]);
  expect(reasons({ set: since, id: 'read' })).toBe(
    'need 0.19 = code 0.8 × 0.37 (about 4 lines that no other segment has) × 0.59 (90.0 h since) × 0.92 (9 segments since its file was in use) × 1.1 (1 reference)',
  );
});

/** Inverts the score: returns the time at which a segment with this need must have arrived to get this score. */
function touchedAt(score: number, need = 0.01): number {
  const kept = (1 - score) ** 4;
  const fallen = (kept / (1 - kept) / need) ** (-1 / 0.45);
  return NOW - (fallen - 1) * 12 * 1.6 * HOUR;
}

test.each([
  [0.7201, 0.72],
  [0.7216, 0.7215],
])('the higher score comes first, however large the segment of the next lower one: %f, %f', (high, low) => {
  const huge = segment('huge', { tokens: 2 ** 32, touchedAt: touchedAt(low) });
  const { candidates } = collect(setOf([huge, segment('empty', { tokens: 0, touchedAt: touchedAt(high) })]));
  expect(candidates.map(({ segment: { id }, score }) => [id, score])).toEqual([
    ['empty', high],
    ['huge', low],
  ]);
});

test('of equal scores the largest comes first, and of equally large ones the oldest', () => {
  const max = 2 ** 32;
  const sizes = [50, 200, 50, 200, max - 1, max, 2 * max, max];
  const old = { touchedAt: NOW - 900 * HOUR };
  const found = collect(setOf(sizes.map((tokens, i) => segment(`s-${i}`, { tokens, ...old }))));
  expect([...found.order]).toEqual([5, 6, 7, 4, 1, 3, 0, 2]);
  expect([...found.tokens]).toEqual(sizes);
});

test('from a score of 0.55 on a segment is worth letting go, and what that frees is told', () => {
  const code = (score: number, tokens: number) =>
    segment(`at-${score}`, { type: 'code', tokens, touchedAt: touchedAt(score, 0.8) });
  const { candidates, expendable } = collect(setOf([code(0.5499, 1), code(0.55, 20), code(0.5501, 300)]));
  expect(candidates.map(({ score }) => score)).toEqual([0.5501, 0.55, 0.5499]);
  expect(expendable).toEqual({ segments: 2, tokens: 320 });
  expect(collect(setOf([])).expendable).toEqual({ segments: 0, tokens: 0 });
});

test('to show some candidates does not make all of them', () => {
  const set = setOf(many(30));
  const all = collect(set);
  const found = Object.defineProperty({ ...all }, 'candidates', {
    enumerable: true,
    get: () => expect.fail('all are made'),
  });
  expect(candidatesIn(set, found, 2)).toEqual(all.candidates.slice(0, 2));
});

test('of what has just come, too, what a younger one holds goes first, and a change is called one', () => {
  const change = code('change', 'b.ts', `@@\n${lines(100, 300).replaceAll(/^/gm, '+')}`);
  const held = code('held', 'a.ts', lines(0, 24));
  const set = setOf([held, change, code('again', 'a.ts', lines(0, 30))]);
  const reasons = collect(set).candidates.map((one) => [one.segment.id, reasonOf(one, set)]);
  expect(reasons).toEqual([
    [
      'held',
      'need 4.6 = code 0.8 × 0.13 (about 0 lines that no other segment has) × 0.95 (2 segments since) × 1.1 (1 reference) × 40 (just added)',
    ],
    [
      'again',
      'need 38 = code 0.8 × 0.82 (about 30 lines that no other segment has) × 1.1 (1 reference) × 50 (just added)',
    ],
    [
      'change',
      'need 45 = change 1 × 1.7 (about 198 lines that no other segment has) × 0.96 (1 segment since), at most 1 × 45 (just added)',
    ],
  ]);
});

test('what is very old and little referred to is worth letting go by itself', () => {
  const reads = Array.from({ length: 200 }, (_, i) => {
    return { ...code(`read-${i}`, `${i}.ts`, lines(i * 60, i * 60 + 60)), touchedAt: NOW - (200 - i) * 90 * HOUR };
  });
  const { expendable } = collect(setOf(reads));
  expect(expendable.segments).toBeGreaterThan(20);
  expect(expendable.segments).toBeLessThan(100);
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
    const [, need, product] = /^need ([\d.]+) = (.*)$/.exec(reasonOf(one, set)) ?? [];
    const factors = [...(product ?? '').matchAll(/(?:^\w+|×) ([\d.]+)/g)].map(([, times]) => Number(times));
    const last = /× ([\d.]+) \(just come\)$/.exec(product ?? '')?.[1] ?? '1';
    const worth = factors.reduce((all, times) => all * times, 1) / Number(last);
    expect(worth > 1 || !product?.includes('at most 1')).toBe(true);
    expect(Math.abs((Math.min(1, worth) * Number(last)) / Number(need) - 1)).toBeLessThan(0.15);
    expect(one.score).toBeCloseTo(1 - (Number(need) / (1 + Number(need))) ** 0.25, 1);
  }
  expect(collect(structuredClone(set))).toEqual(collect(set));
});
