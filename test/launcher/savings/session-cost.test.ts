import { expect, test } from 'vitest';
import { SessionCost } from '../../../launcher/savings/session-cost.ts';
import { estimateTokens } from '../../../src/engine/keep/tokens.ts';
import type { SessionEvent, Usage } from '../../../src/transcripts/session-event.ts';

const billed = (request: string, usage: Partial<Usage>): SessionEvent => ({
  ...{ kind: 'billed', request },
  usage: { input: 0, cacheRead: 0, cacheWrite: 0, cacheWriteLong: 0, output: 0, ...usage },
});
const asked = (isSummary = false): SessionEvent => ({ kind: 'asked', text: 'Look.', isSummary });
const said = (request: string): SessionEvent => ({ kind: 'said', request, text: 'I look.' });
const called = (request?: string): SessionEvent => ({
  ...{ kind: 'called', call: 'c', tool: 'Read', args: { file_path: 'a.ts' } },
  ...(request !== undefined && { request }),
});
const gave: SessionEvent = { kind: 'gave', call: 'c', text: 'a result', isFailed: false };

function costOf(...events: readonly SessionEvent[]) {
  const cost = new SessionCost(estimateTokens);
  for (const event of events) cost.push(event);
  return cost;
}

test('a session costs what its record has counted, in tokens of uncached input', () => {
  const first = billed('r1', { input: 3, cacheWrite: 100, cacheRead: 1000, output: 10 });
  // A message that is recorded in parts repeats its token counts.
  const cost = costOf(asked(), said('r1'), billed('r1', { output: 1 }), called('r1'), first, gave, said('r2'));
  cost.push(billed('r2', { cacheWriteLong: 50, cacheRead: 1103, output: 2 }));
  expect(cost.requests).toBe(2);
  expect(cost.total()).toBeCloseTo(3 + 125 + 100 + 50 + (100 + 110.3 + 10));
});

test('a token is written once, and read by each later request until a compaction', () => {
  const turn = (request: string): SessionEvent[] => [
    said(request),
    called(request),
    billed(request, { cacheWriteLong: 10 }),
    gave,
  ];
  const cost = costOf(asked(), ...turn('r1'), ...turn('r2'), ...turn('r3'), asked(true), ...turn('r4'));
  expect([1, 2, 3].map((after) => cost.weight(after))).toEqual([2 + 0.1, 2, 2]);
  expect(cost.weight(4)).toBe(0);
  expect([0, 1, 3, 4, 9].map((calls) => cost.requestsAt(calls))).toEqual([0, 1, 3, 4, 4]);
});

test('lines that are missed cost a request over the context as it then is, or ten', () => {
  const cost = costOf(asked(), said('r1'), billed('r1', { cacheRead: 8000, cacheWrite: 2000 }), gave);
  expect(cost.missing(1, true)).toBe(1000 + 750);
  expect(cost.missing(1, false)).toBe(10 * 1750);
});

test('where nothing was counted, requests are told by results and estimated from texts', () => {
  const cost = costOf(asked(), said(''), called(), called(), gave, gave, called(), gave);
  const bare = costOf(asked(), called(), called(), gave, gave, called(), gave);
  expect(bare.requests).toBe(2);
  expect(bare.weight(1)).toBe(1.25);
  expect(bare.missing(2, true)).toBeGreaterThan(1500 + 750);
  expect(cost.total()).toBeGreaterThan(15_000 * 1.25);
});
