import { expect, test } from 'vitest';
import { figuresJson } from '../../../../../launcher/cli/eval/report/figures-json.ts';
import { figuresTable } from '../../../../../launcher/cli/eval/report/figures-table.ts';
import { cellsOf } from '../../../../../launcher/eval/sessions/judging/cells-of.ts';
import type { ByNeed, Judgement } from '../../../../../launcher/eval/sessions/judging/judgement.ts';
import type { CaseFigures } from '../../../../../launcher/eval/sessions/sums/figures.ts';
import { createSessionSums } from '../../../../../launcher/eval/sessions/sums/session-sums.ts';
import { toFigures } from '../../../../../launcher/eval/sessions/sums/to-figures.ts';
import { caseOf } from '../../../eval/sessions/judging/case-of.ts';

const CELLS = cellsOf({ points: ['own', 0.2], baselines: ['BM25'], hosts: ['Codex'] });
const lines = (edit: number, use: number): ByNeed<number> => ({ edit, use, fetch: 0, any: edit + use });

/** Twenty sessions of two results: one was edited and used, of the other nothing was used again. */
function twenty() {
  const sums = createSessionSums(CELLS);
  for (let session = 0; session < 20; session++) {
    const of = caseOf({ session: `s${session}` });
    const base = { of, kind: 'source', lines: 120, tokens: 1000, lost: [] } as const;
    const used: Judgement = {
      ...{ ...base, needed: lines(2, 1) },
      outcomes: CELLS.map((cell, at) => ({
        ...cell,
        tokens: 200,
        kept: lines(session % 2 === 0 ? 2 : 1, at % 2),
        fetched: 0,
      })),
    };
    const idle: Judgement = {
      ...{ ...base, needed: lines(0, 0) },
      outcomes: CELLS.map((cell) => ({ ...cell, tokens: 300, kept: lines(0, 0), fetched: 0 })),
    };
    for (const one of [used, idle]) {
      sums.gave(of.session, one.tokens);
      sums.add(one);
    }
  }
  return toFigures(sums);
}

test('the table has the engine beside each method at each point, and the difference last', () => {
  const always = '100 % (83–100)';
  const never = '0 % (0–17)';
  const cover = '75 % (65–88)';
  const row = (point: string, method: string, use: string, every: string): string =>
    `| ${point} | ${method} | 25 % (21–38) | ${always} | ${cover} | ${use} | ${use} | – | – | ${every} | 30 % (25–42) |`;
  const every = '50 % (30–75)';
  const ahead = '0 (−17 to +17)';
  const behind = '−100 (−100 to −66)';
  const notAll = '−50 (−75 to −30)';
  const difference = (point: string): string =>
    `| ${point} | engine − BM25 |  | ${ahead} | ${ahead} | ${behind} | ${behind} | – | – | ${notAll} |  |`;
  expect(figuresTable(twenty().all).split('\n')).toEqual([
    '| point | method | kept | edit: hit (20) | edit: cover | use: hit (20) | use: cover | fetch: hit (0) | fetch: cover | every needed line (20) | kept of unused (20) |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    row('own', 'engine', never, never),
    row('own', 'BM25', always, every),
    difference('own'),
    row('20 %', 'engine', never, never),
    row('20 %', 'BM25', always, every),
    difference('20 %'),
    row('shipped', 'Codex', never, never),
  ]);
});

test('a table of nothing has dashes', () => {
  const none: CaseFigures = toFigures(createSessionSums(cellsOf({}))).all;
  expect(figuresTable(none).split('\n').at(-1)).toBe('| own | engine | – | – | – | – | – | – | – | – | – |');
});

test('JSON has tokens as integers, shares with four decimals, and null for what is not known', () => {
  const json = figuresJson(twenty(), new Map([['cut', 2]]));
  expect(json).toMatchObject({
    ...{ sessions: 20, results: 40, skipped: { cut: 2 } },
    tokens: { given: 40_000, after: 10_000, saved: { value: 0.75, sessions: 20 } },
    lost: { results: 20, rate: { value: 0.5 } },
    cases: { cases: 40, sessions: 20, tokens: 40_000, idle: 20, needed: { edit: 20, use: 20, fetch: 0, any: 20 } },
  });
  const [engine] = json.cases.methods;
  expect(engine).toMatchObject({
    ...{ point: 'own', method: 'engine', tokens: 10_000, lost: 20 },
    cover: { edit: { value: 0.75 }, fetch: { value: null, low: null, high: null, sessions: 0 } },
  });
  expect(engine?.hit.edit).toEqual({ value: 1, low: 0.8316, high: 1, sessions: 20 });
  expect(json.cases.methods.map(({ point }) => point)).toEqual(['own', 'own', 0.2, 0.2, 'shipped']);
  expect(json.cases.differences.map(({ point }) => point)).toEqual(['own', 0.2]);
  expect(Object.keys(json.by)).toEqual(['action', 'kind', 'length', 'format']);
  expect(json.by.length['100-299']?.methods.map(({ method }) => method)).toEqual(['engine', 'BM25']);
  // Nothing is lost on the way to a file.
  expect(JSON.parse(JSON.stringify(json))).toEqual(json);
});
