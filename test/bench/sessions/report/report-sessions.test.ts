import { expect, test } from 'vitest';
import { caseOf } from '../judging/case-of.ts';
import { cellsOf } from '../judging/cells-of.ts';
import type { Judgement } from '../judging/judgement.ts';
import type { MoneyFigures } from '../money/money-figures.ts';
import type { Figure } from '../sums/bootstrap.ts';
import type { SessionFigures } from '../sums/figures.ts';
import { createSessionSums } from '../sums/session-sums.ts';
import { toFigures } from '../sums/to-figures.ts';
import { type ReportOptions, reportSessions } from './report-sessions.ts';

const OPTIONS: ReportOptions = { isOwn: true, skipped: new Map(), money: [], minChars: 2500 };

interface Told {
  readonly session?: string;
  readonly action?: 'read' | 'search' | 'command' | 'other';
  readonly tokens: number;
  readonly after: number;
  readonly needed?: number;
  readonly kept?: number;
}

function judged({ session = 's1', action = 'read', tokens, after, needed = 0, kept = needed }: Told): Judgement {
  const byNeed = (edit: number) => ({ edit, use: 0, fetch: 0, cite: 0, any: edit });
  return {
    ...{ of: caseOf({ session, action }), kind: 'source', lines: 100, tokens, needed: byNeed(needed), lost: [] },
    outcomes: [
      { point: 'own', method: 'engine', tokens: after, kept: byNeed(kept), fetched: kept < needed ? 20_000 : 0 },
    ],
  };
}

function figures(
  cases: readonly Told[],
  others: readonly (readonly [session: string, tokens: number])[] = [],
): SessionFigures {
  const sums = createSessionSums(cellsOf({}));
  for (const [session, tokens] of others) sums.gave(session, tokens);
  for (const told of cases) {
    sums.gave(told.session ?? 's1', told.tokens);
    sums.add(judged(told));
  }
  return toFigures(sums);
}

test('no session at all', () => {
  expect(reportSessions(figures([]), OPTIONS)).toBe('No session with results of tools was found.');
});

test('sessions without a long result', () => {
  expect(reportSessions(figures([], [['s1', 1]]), OPTIONS)).toBe(
    'In your last session tools gave 1 token. Nothing would have been pruned: no result has at least 2,500 characters.',
  );
});

test('one session with one result, of which nothing was used again', () => {
  expect(reportSessions(figures([{ tokens: 4000, after: 1000 }]), OPTIONS)).toBe(
    [
      'In your last session tools gave 4,000 tokens. With automatic pruning as it stands it would have been 3,000 fewer; the agent used no line of the result again, as far as the session tells.',
      '',
      'Tool  Long results  Tokens  After  Used again  Used line missing',
      'read             1   4,000  1,000           0                  0',
      '',
      'Long results have at least 2,500 characters; shorter results stay unchanged.',
      '',
      'Verdict: one long result is too few to decide.',
    ].join('\n'),
  );
});

test('nothing saved and nothing lost', () => {
  const [text] = reportSessions(figures([{ tokens: 4000, after: 4000, needed: 2 }]), OPTIONS).split('\n');
  expect(text).toBe(
    'In your last session tools gave 4,000 tokens. With automatic pruning as it stands it would have been as many; no line that the agent then used would have been missing.',
  );
});

test('the only result lost a line', () => {
  expect(reportSessions(figures([{ tokens: 4000, after: 3000, needed: 2, kept: 1 }]), OPTIONS)).toContain(
    'it would have been 1,000 fewer; in the only result a line that the agent used later would have been missing (it could have been fetched).',
  );
});

test('several results that lost nothing', () => {
  const two = [
    { tokens: 4000, after: 3000, needed: 2 },
    { session: 's2', tokens: 4000, after: 3000 },
  ];
  expect(reportSessions(figures(two), OPTIONS)).toContain(
    '; in none of 2 results would a line that the agent used later have been missing.',
  );
  expect(reportSessions(figures(two.map(({ needed, ...rest }) => rest)), OPTIONS)).toContain(
    '; the agent used no line of the 2 results again, as far as the sessions tell.',
  );
});

const share = (value: number | undefined, interval?: readonly [number, number]): Figure => ({
  ...{ value, interval, sessions: 6 },
});

const MONEY: MoneyFigures = {
  ...{ cuts: 'default', over: 'repositories', units: 6 },
  groups: new Map([
    [
      'tool command',
      {
        ...{ results: 20, cut: 0, sessions: 20, dearerSessions: 1, spared: share(0), lost: share(0.01) },
        ...{ losing: share(undefined), citedShown: share(0.98), dearer: share(0.05) },
        net: { 0: share(-0.01), 0.1: share(-0.01), 0.2: share(-0.01) },
      },
    ],
    [
      'all',
      {
        ...{ results: 60, cut: 40, sessions: 60, dearerSessions: 3, spared: share(0.1), lost: share(0.02) },
        ...{ losing: share(0.5, [0.4, 0.6]), citedShown: share(undefined), dearer: share(0.05, [0.01, 0.1]) },
        net: { 0: share(0.08, [0.05, 0.1]), 0.1: share(0.06, [0.02, 0.08]), 0.2: share(0.04, [-0.012, 0.06]) },
      },
    ],
  ]),
};

test('many sessions, and what was passed over', () => {
  const cases = Array.from({ length: 60 }, (_, at): Told => {
    const session = `s${at}`;
    if (at >= 40) return { session, action: 'command', tokens: 50_000, after: 25_000, needed: 3 };
    return { session, tokens: 20_000, after: 16_000, needed: 4, kept: at < 3 ? 1 : 4 };
  });
  const others = Array.from({ length: 1852 }, (_, at) => [`s${at % 60}`, 1241] as const);
  const skipped = new Map([['repeated', 2]] as const);
  expect(reportSessions(figures(cases, others), { ...OPTIONS, skipped, money: [MONEY] })).toBe(
    [
      'In your last 60 sessions tools gave 4.1 M tokens. With automatic pruning as it stands it would have been 660 k fewer; in 3 of 1,912 results a line that the agent used later would have been missing (it could have been fetched).',
      '',
      'Saved: 16 % (13–19) of the tokens, and 15 % (11–18) if the agent had fetched each missing line that it used; a used line missing: 0.2 % (0.0–0.4) of the results. In brackets: 95 % intervals over sessions.',
      '',
      'Tool     Long results  Tokens  After  Used again  Used line missing',
      'command            20   1.0 M  500 k          20                  0',
      'read               40   800 k  640 k          40                  3',
      '',
      'Long results have at least 2,500 characters; shorter results stay unchanged.',
      '',
      'Share of the sessions’ price. A lost line costs the request that fetches it, or ten requests if the agent does not notice:',
      '',
      'Cuts                   Results  Cut  Losing  Cited kept  Spared  Lost   Net     10 % unnoticed  20 % unnoticed  Sessions dearer',
      'default  all           60       40   50 %    –           10.0 %  2.0 %  8.0 %   6.0 %           4.0 %           3 of 60',
      'default  tool command  20       0    –       98 %        0.0 %   1.0 %  −1.0 %  −1.0 %          −1.0 %          1 of 20',
      '',
      'With 95 % intervals:',
      '',
      'Cuts     Over            Net               10 % unnoticed   20 % unnoticed       Losing        Cited kept  Sessions dearer',
      'default  6 repositories  8.0 % (5.0–10.0)  6.0 % (2.0–8.0)  4.0 % (−1.2 to 6.0)  50 % (40–60)  –           5 % (1–10)',
      '',
      'Skipped, in whole or in part: 2 recordings',
      '  2 repeat other sessions',
      '',
      'Verdict: automatic pruning pays here. Switch it on with `mcp-pruner init --on`.',
    ].join('\n'),
  );
});

test('files that were named are not called the last ones', () => {
  const two = figures(
    [],
    [
      ['s1', 10],
      ['s2', 10],
    ],
  );
  expect(reportSessions(two, { ...OPTIONS, isOwn: false })).toMatch(/^In the 2 sessions tools gave 20 tokens\. /);
});
