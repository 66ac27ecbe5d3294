import { expect, test } from 'vitest';
import type { GroupFigures, MoneyFigures } from '../money/money-figures.ts';
import type { Figure } from '../sums/bootstrap.ts';
import { figuresJson } from './figures-json.ts';
import { twenty } from './twenty-sessions.ts';

const share = (value: number | undefined): Figure => ({ value, interval: [0, 0.12345], sessions: 7 });
const GROUP: GroupFigures = {
  ...{ results: 40, cut: 10, sessions: 20, dearerSessions: 3, spared: share(0.1), lost: share(0.02) },
  ...{ losing: share(0.5), citedShown: { ...share(undefined), interval: undefined }, dearer: share(0.15) },
  net: { 0: share(0.08), 0.1: share(0.06), 0.2: share(0.04) },
};

test('JSON has tokens as integers, shares with four decimals, and null for what is not known', () => {
  const money: MoneyFigures = { cuts: 'more', over: 'repositories', units: 7, groups: new Map([['all', GROUP]]) };
  const json = figuresJson(twenty(), new Map([['cut', 2]]), [money]);
  expect(json.money['more']).toMatchObject({ over: 'repositories', units: 7 });
  expect(json.money['more']?.groups['all']).toMatchObject({
    ...{ results: 40, cut: 10, sessions: 20, dearerSessions: 3 },
    ...{ net: { '0.1': { value: 0.06, low: 0, high: 0.1235, sessions: 7 } }, citedShown: { value: null, low: null } },
  });
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
  // Serializing the report loses nothing.
  expect(JSON.parse(JSON.stringify(json))).toEqual(json);
});
