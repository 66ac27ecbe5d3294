import { expect, test } from 'vitest';
import { showRules } from './show-rules.ts';

const pair = (before: number, after = before) => ({ before, after });
const same = {
  ...{ facts: pair(3), failure: pair(0), tokens: pair(90), share: pair(0.5) },
  ...{ cases: 8, casesChanged: 0, answersKept: pair(7), reversed: pair(0), silent: pair(0) },
};

test('each section is a table, patterns do not end a cell, and figures stand where answers changed', () => {
  const shown = showRules([
    {
      group: 'Marks',
      name: 'MODES 1: \\b(?:link|socket)',
      outputs: 2,
      questions: 4,
      changed: 0,
      ...same,
      verdict: 'goes',
    },
    {
      group: 'Policies',
      name: 'log',
      outputs: 1,
      questions: 2,
      changed: 1,
      ...same,
      facts: pair(3, 2),
      casesChanged: 2,
      answersKept: pair(7, 6),
      verdict: 'stays: facts',
    },
  ]);
  expect(shown.split('\n').filter((line) => !/^\| (?:rule|---)/.test(line))).toEqual([
    ...['## Marks', '', '| MODES 1: `\\b(?:link\\|socket)` | 2 | 4 | 0 |  |  |  |  | 8 |  | goes |', ''],
    ...[
      '## Policies',
      '',
      '| log | 1 | 2 | 1 | 3 → 2 | 0 → 0 | 90 → 90 | 50.0 % → 50.0 % | 8 | 7 → 6 | stays: facts |',
    ],
  ]);
});
