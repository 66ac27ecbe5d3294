import { expect, test } from 'vitest';
import { BASELINE_NAMES } from '../judging/baselines/baseline.ts';
import { HOST_LIMITS } from '../judging/baselines/host-limit.ts';
import { cellsOf } from '../judging/cells-of.ts';
import { type Judgement, NEEDS } from '../judging/judgement.ts';
import { groupsOf } from './case-groups.ts';
import type { CaseFigures } from './figures.ts';
import { randomJudgements } from './random-judgements.ts';
import { createSessionSums } from './session-sums.ts';
import { toFigures } from './to-figures.ts';

const CELLS = cellsOf({ points: ['own', 0.1, 0.2], baselines: ['head', 'BM25'], hosts: ['Codex'] });
const GROUPED = cellsOf({ baselines: ['BM25'] });

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Compares the figures with a simple count of the judgements. */
function expectCounted(figures: CaseFigures, of: readonly Judgement[], cells = CELLS): void {
  const idle = of.filter(({ needed }) => needed.any === 0);
  expect(figures).toMatchObject({ cases: of.length, tokens: sum(of.map(({ tokens }) => tokens)), idle: idle.length });
  expect(figures.sessions).toBe(new Set(of.map((one) => one.of.session)).size);
  expect(figures.cells.map(({ point, method }) => ({ point, method }))).toEqual(cells);
  for (const [at, cell] of cells.entries()) {
    const outcomes = of.map((one) => {
      const outcome = one.outcomes.find(({ point, method }) => point === cell.point && method === cell.method);
      return { ...one, outcome: outcome as Judgement['outcomes'][number] };
    });
    const found = figures.cells[at];
    const shown = sum(outcomes.map(({ outcome }) => outcome.tokens));
    expect(found?.tokens).toBe(shown);
    expect(found?.share.value).toBeCloseTo(shown / figures.tokens, 6);
    const idleShown = sum(outcomes.filter(({ needed }) => needed.any === 0).map(({ outcome }) => outcome.tokens));
    expect(found?.waste.value).toBeCloseTo(idleShown / sum(idle.map(({ tokens }) => tokens)), 6);
    expect(found?.lost).toBe(outcomes.filter(({ needed, outcome }) => outcome.kept.any < needed.any).length);
    for (const need of NEEDS) {
      const needing = outcomes.filter(({ needed }) => needed[need] > 0);
      expect(figures.needed[need]).toBe(needing.length);
      const mean = (value: (kept: number, lines: number) => number): number =>
        sum(needing.map(({ needed, outcome }) => value(outcome.kept[need], needed[need]))) / needing.length;
      expect(found?.hit[need].value).toBeCloseTo(
        mean((kept) => (kept > 0 ? 1 : 0)),
        6,
      );
      expect(found?.cover[need].value).toBeCloseTo(
        mean((kept, lines) => kept / lines),
        5,
      );
      expect(found?.all[need].value).toBeCloseTo(
        mean((kept, lines) => (kept === lines ? 1 : 0)),
        6,
      );
    }
  }
}

test('sums are those of all cases, and of each group', () => {
  const judgements = randomJudgements(CELLS, 30, 20);
  const sums = createSessionSums(CELLS);
  for (const judgement of judgements) sums.add(judgement);
  const { all, by } = toFigures(sums);
  expectCounted(all, judgements);
  for (const group of ['action', 'kind', 'length', 'format'] as const) {
    expect(new Set(by[group].keys())).toEqual(new Set(judgements.map((one) => groupsOf(one)[group])));
    for (const [name, figures] of by[group]) {
      expectCounted(
        figures,
        judgements.filter((one) => groupsOf(one)[group] === name),
        GROUPED,
      );
    }
  }
});

test('groups can be kept for other cells', () => {
  const cell = { point: 0.2, method: 'head' } as const;
  const sums = createSessionSums(CELLS, [cell, { point: 0.3, method: 'head' }]);
  const judgements = randomJudgements(CELLS, 12, 3);
  for (const judgement of judgements) sums.add(judgement);
  const codex = judgements.filter(({ of }) => of.format === 'codex');
  expectCounted(toFigures(sums).by.format.get('codex') as CaseFigures, codex, [cell]);
});

test('the difference of engine and BM25 is taken session by session', () => {
  const judgements = randomJudgements(CELLS, 40, 6);
  // In every case, BM25 keeps the same lines as the engine.
  const alike = judgements.map((one) => {
    const kept = new Map(
      one.outcomes.filter(({ method }) => method === 'engine').map((cell) => [cell.point, cell.kept]),
    );
    return { ...one, outcomes: one.outcomes.map((cell) => ({ ...cell, kept: kept.get(cell.point) ?? cell.kept })) };
  });
  const figuresOf = (some: readonly Judgement[]): CaseFigures => {
    const sums = createSessionSums(CELLS);
    for (const one of some) sums.add(one);
    return toFigures(sums).all;
  };
  const same = figuresOf(alike);
  expect(same.differences.map(({ point }) => point)).toEqual(['own', 0.1, 0.2]);
  const { value, interval } = same.differences[0]?.hit.any ?? {};
  expect(value).toBe(0);
  // No session differs, so the interval is what 40 sessions allow. Two unpaired means would give a wider one.
  expect(interval).toEqual([expect.closeTo(-0.088, 3), expect.closeTo(0.088, 3)]);
  const found = figuresOf(judgements);
  const [engine, bm25] = ['engine', 'BM25'].map((name) => found.cells.find(({ method }) => method === name));
  const difference = (engine?.cover.edit.value ?? 0) - (bm25?.cover.edit.value ?? 0);
  expect(found.differences[0]?.cover.edit.value).toBeCloseTo(difference, 10);
});

test('whole sessions: results and tokens that tools gave, and what pruning makes of them', () => {
  const own = cellsOf({});
  const sums = createSessionSums(own);
  const judgements = randomJudgements(own, 12, 5);
  for (const one of judgements) sums.gave(one.of.session, one.tokens);
  for (let short = 0; short < 100; short++) sums.gave(`s${short % 15}`, 10);
  for (const one of judgements) sums.add(one);
  const figures = toFigures(sums);
  const given = sum(judgements.map(({ tokens }) => tokens)) + 1000;
  const saved = sum(judgements.map(({ tokens, outcomes }) => tokens - (outcomes[0]?.tokens ?? 0)));
  const lost = judgements.filter(({ needed, outcomes }) => (outcomes[0]?.kept.any ?? 0) < needed.any).length;
  expect(figures).toMatchObject({ sessions: 15, results: 160, given, after: given - saved, lost });
  expect(figures.saved.value).toBeCloseTo(saved / given, 10);
  expect(figures.lostRate.value).toBeCloseTo(lost / 160, 10);
  const [low = 1, high = 0] = figures.saved.interval ?? [];
  expect(low).toBeLessThan(saved / given);
  expect(high).toBeGreaterThan(saved / given);
});

test('nothing at all gives figures without values', () => {
  const figures = toFigures(createSessionSums(CELLS));
  expect(figures).toMatchObject({ sessions: 0, results: 0, given: 0, after: 0, lost: 0 });
  expect(figures.saved).toEqual({ value: undefined, interval: undefined, sessions: 0 });
  expect(figures.all.cells[0]?.hit.any.value).toBeUndefined();
});

test('without the engine’s own point there is nothing to sum up', () => {
  expect(() => toFigures(createSessionSums(cellsOf({ points: [0.2] })))).toThrow(
    new RangeError('cannot sum up sessions: the engine was not judged at "own", its own point'),
  );
});

test('10,000 sessions with every method and point stay under 50 MB', () => {
  const cells = cellsOf({ points: ['own', 0.1, 0.2, 0.3, 0.5], baselines: BASELINE_NAMES, hosts: HOST_LIMITS });
  expect(cells).toHaveLength(34);
  const sums = createSessionSums(cells);
  const some = randomJudgements(cells, 1, 40);
  for (let session = 0; session < 10_000; session++) {
    for (let at = 0; at < 6; at++) {
      const judgement = some[(session * 6 + at) % some.length] as Judgement;
      sums.add({ ...judgement, of: { ...judgement.of, session: `session ${session}` } });
    }
  }
  expect(sums.bytes).toBeLessThan(50e6);
});

test('small results of a session of many tokens were not counted', () => {
  const sums = createSessionSums(CELLS);
  sums.gave('s', 50_000_000);
  for (let at = 0; at < 1000; at++) sums.gave('s', 1);
  expect(toFigures(sums)).toMatchObject({ results: 1001, given: 50_001_000 });
});
