import { expect, test } from 'vitest';
import type { SessionCost } from '../../../../launcher/savings/session-cost.ts';
import { caseOf } from '../judging/case-of.ts';
import { byNeed, type Judgement } from '../judging/judgement.ts';
import { ALL, createSessionMoney, netOf } from './money-sums.ts';

/** Each token costs 2. A loss costs a request of 100 if it is noticed, and 1,000 if not. */
const COST = {
  push: () => {},
  requests: 9,
  total: () => 50_000,
  isOdd: false,
  weight: () => 2,
  carried: (tokens) => tokens * 3,
  missing: (_, noticed) => (noticed ? 100 : 1000),
} as Partial<SessionCost> as SessionCost;

const judged = (tokens: number, shown: number, lost?: Judgement['outcomes'][number]['lost']): Judgement => ({
  ...{ of: caseOf({}), kind: 'source', lines: 100, tokens, lost: [] },
  needed: byNeed((need) => (need === 'cite' ? 4 : 0)),
  outcomes: [
    { point: 'more', method: 'engine', tokens: shown, kept: byNeed(() => 3), fetched: 0, lost },
    { point: 'own', method: 'engine', tokens: 1, kept: byNeed(() => 0), fetched: 0 },
  ],
});

test('what is left out spares its price, and what is missed takes the price of its gap and a request off', () => {
  const money = createSessionMoney();
  money.add(judged(3000, 1000, { gaps: 1, tokens: 50, at: 3 }), 1);
  money.add(judged(6000, 6000), 2);
  const [careful, balanced] = money.end(COST, { format: 'claude-code', repository: '/p' }, (calls) => calls);
  expect(careful?.groups.size).toBe(0);
  expect(balanced).toMatchObject({ cost: 50_000, repository: '/p' });
  const all = balanced?.groups.get(ALL);
  expect(all).toEqual({
    ...{
      results: 2,
      cut: 1,
      losing: 1,
      spared: 4000,
      noticed: 200,
      unnoticed: 1000,
      cited: 4,
      citedShown: 3,
      carried: 0,
    },
  });
  expect([0, 0.1, 1].map((share) => all && netOf(all, share))).toEqual([3800, 3720, 3000]);
  expect([...(balanced?.groups.keys() ?? [])]).toEqual([
    'all',
    'tool read',
    'host claude-code',
    'size ≥ 2000',
    'size ≥ 5000',
  ]);
  const [, inCodex] = money.end(COST, { format: 'codex', repository: '/p' }, (calls) => calls);
  const carried = inCodex?.groups.get(ALL);
  expect([carried?.carried, carried && netOf(carried, 0)]).toEqual([366, 3434]);
});
