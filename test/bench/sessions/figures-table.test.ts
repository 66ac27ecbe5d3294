import { expect, test } from 'vitest';
import { figuresTable } from './figures-table.ts';
import { cellsOf } from './judging/cells-of.ts';
import { twenty } from './report/twenty-sessions.ts';
import type { CaseFigures } from './sums/figures.ts';
import { createSessionSums } from './sums/session-sums.ts';
import { toFigures } from './sums/to-figures.ts';

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
