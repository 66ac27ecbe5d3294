import { expect, test } from 'vitest';
import { moneyFigures } from './money-figures.ts';
import { ALL, NOTHING, type SessionMoney } from './money-sums.ts';

/**
 * A session of a repository that costs 1,000 and saves `spared`. Its losses would cost 20 if they are noticed, and 200
 * if not.
 */
function session(repository: string | undefined, spared: number, at = 0): SessionMoney {
  const sum = {
    ...NOTHING,
    results: 2,
    cut: 2,
    losing: 1,
    spared,
    noticed: 20,
    unnoticed: 200,
    cited: 4,
    citedShown: at % 4,
  };
  return {
    cuts: 'more',
    repository,
    cost: 1000,
    isOdd: false,
    groups: new Map([
      [ALL, sum],
      [`tool ${at % 2 === 0 ? 'read' : 'search'}`, sum],
    ]),
  };
}

/** Twelve sessions, spread evenly over `repositories` repositories. Those of the first repository save nothing. */
const twelve = (repositories: number): readonly SessionMoney[] =>
  Array.from({ length: 12 }, (_, at) =>
    session(`r${Math.floor((at * repositories) / 12)}`, at < 12 / repositories ? 0 : 100, at),
  );

test('every group has what is spared, lost and left, losses of a cut, cited lines and sessions that become dearer', () => {
  const [figures, ...more] = moneyFigures([
    session('r', 100),
    session('r', 10, 1),
    { ...session('r', 0), groups: new Map() },
  ]);
  expect(more).toEqual([]);
  expect(figures).toMatchObject({ cuts: 'more', over: 'sessions', units: 3 });
  expect([...(figures?.groups.keys() ?? [])]).toEqual([ALL, 'tool read', 'tool search']);
  const values = (name: string) => {
    const { spared, lost, net, losing, citedShown, dearer, ...counts } = figures?.groups.get(name) ?? {};
    const shares = [spared, lost, net?.[0], net?.[0.1], net?.[0.2], losing, citedShown, dearer];
    return [counts, ...shares.map((one) => one?.value?.toFixed(4))];
  };
  expect(values(ALL)).toEqual([
    { results: 4, cut: 4, sessions: 2, dearerSessions: 1 },
    ...['0.0367', '0.0133', '0.0233', '0.0113', '-0.0007', '0.5000', '0.1250', '0.5000'],
  ]);
  expect(values('tool search')).toEqual([
    { results: 2, cut: 2, sessions: 1, dearerSessions: 1 },
    ...['0.0033', '0.0067', '-0.0033', '-0.0093', '-0.0153', '0.5000', '0.2500', '1.0000'],
  ]);
  expect(moneyFigures([])).toEqual([]);
});

test('intervals are over repositories if there are four, which are wider where sessions of one are alike', () => {
  const [byRepository] = moneyFigures(twelve(4));
  const [bySession] = moneyFigures(twelve(4).map((one) => ({ ...one, repository: 'r' })));
  const [low = 0, high = 0] = byRepository?.groups.get(ALL)?.net[0].interval ?? [];
  const [from = 0, to = 0] = bySession?.groups.get(ALL)?.net[0].interval ?? [];
  expect(byRepository).toMatchObject({ over: 'repositories', units: 4 });
  expect(bySession).toMatchObject({ over: 'sessions', units: 12 });
  expect(byRepository?.groups.get(ALL)?.net[0].value).toBeCloseTo(0.055);
  expect(low).toBeLessThan(from);
  expect(high).toBeGreaterThanOrEqual(to);
  expect(moneyFigures(twelve(4))).toEqual([byRepository]);
});

test('fewer than four repositories, or unknown ones, leave sessions to draw; fewer than ten of these leave no interval', () => {
  expect(moneyFigures(twelve(3))[0]?.over).toBe('sessions');
  expect(moneyFigures(twelve(12).map((one) => ({ ...one, repository: undefined })))[0]?.over).toBe('sessions');
  const [few] = moneyFigures(twelve(3).slice(0, 9));
  expect(few?.groups.get(ALL)?.net[0]).toMatchObject({ interval: undefined, sessions: 9 });
});
