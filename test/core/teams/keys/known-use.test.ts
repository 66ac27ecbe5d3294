import { expect, test } from 'vitest';
import { createKnownUse } from '../../../../src/teams/keys/known-use.ts';

const MONTH = '2026-11';

test('what a worker used since it last heard of all counts, also once the ledger has it', () => {
  let own = 10;
  const known = createKnownUse(() => own);
  known.learn('blue', MONTH, 100, 10);
  own = 25;
  expect(known.of('blue')).toEqual({ used: 100, since: 15 });
  // The same figure again, because nobody could be asked.
  known.learn('blue', MONTH, 100, 25);
  expect(known.of('blue')).toEqual({ used: 100, since: 15 });
  known.learn('blue', MONTH, 140, 25);
  expect(known.of('blue')).toEqual({ used: 140, since: 0 });
  known.learn('blue', MONTH, 90, 25);
  expect(known.of('blue').used).toBe(140);
});

test('a new month begins at nothing, and a team that nobody heard of has used nothing', () => {
  const known = createKnownUse(() => 5);
  known.learn('blue', MONTH, 100, 5);
  known.learn('blue', '2026-12', 0, 5);
  expect([known.of('blue'), known.of('red')]).toEqual([
    { used: 0, since: 0 },
    { used: 0, since: 0 },
  ]);
});
