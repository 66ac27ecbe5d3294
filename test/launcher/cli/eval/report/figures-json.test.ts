import { expect, test } from 'vitest';
import { figuresJson } from '../../../../../launcher/cli/eval/report/figures-json.ts';
import { twenty } from './twenty-sessions.ts';

const GROUP = {
  ...{ results: 40, cut: 10, spared: 0.1, lost: 0.02, losing: 0.5, citedShown: undefined },
  net: { 0: 0.08, 0.1: 0.06, 0.2: 0.04 },
};

test('JSON has tokens as integers, shares with four decimals, and null for what is not known', () => {
  const groups = new Map([['all', GROUP]]);
  const json = figuresJson(twenty(), new Map([['cut', 2]]), [{ care: 'balanced', sessions: 20, dearer: 3, groups }]);
  expect(json.money).toEqual({ balanced: { sessions: 20, dearer: 3, groups: { all: GROUP } } });
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
