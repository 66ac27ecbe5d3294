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

/** A turn of a request whose input has `read` cached tokens and `written` more. */
const turn = (request: string, read: number, written: number): SessionEvent[] => [
  ...[said(request), called(request), billed(request, { cacheRead: read, cacheWriteLong: written }), gave],
];

test('a token is written once, and read by each later request until a compaction', () => {
  const cost = costOf(asked(), ...turn('r1', 0, 10), ...turn('r2', 10, 10), ...turn('r3', 20, 10), asked(true));
  for (const event of turn('r4', 0, 10)) cost.push(event);
  expect([1, 2, 3].map((after) => cost.weight(after))).toEqual([2 + 0.1, 2, 2]);
  expect(cost.weight(4)).toBe(0);
});

test('a token that a request did not find in the cache is paid in full again', () => {
  const [first, second] = [turn('r1', 0, 100), turn('r2', 100, 100)];
  const hit = costOf(asked(), ...first, ...second, ...turn('r3', 200, 10), ...turn('r4', 210, 10));
  const miss = costOf(asked(), ...first, ...second, ...turn('r3', 0, 210), ...turn('r4', 210, 10));
  const half = costOf(asked(), ...first, ...second, ...turn('r3', 150, 60), ...turn('r4', 210, 10));
  expect([hit, miss, half].map((one) => one.weight(1))).toEqual([2 + 0.2, 2 + 2 + 0.1, 2 + 1.05 + 0.1]);
  // What stands at the beginning was in the cache all the same, but for the request that found none.
  expect([hit, miss, half].map((one) => Math.round(one.carried(20)))).toEqual([46, 84, 46]);
});

const words = (count: number): SessionEvent => ({ ...gave, text: 'word '.repeat(count) });
const counted = (input: number, cacheRead: number): SessionEvent => ({
  ...billed('', { input, cacheRead }),
  request: undefined,
});

test('counts without an id belong to the newest answer, before its results or after them, and are read once', () => {
  const begin = [asked(), called(), counted(9000, 0)];
  const early = costOf(
    ...begin,
    words(4000),
    called(),
    counted(4000, 9000),
    gave,
    asked(),
    counted(4000, 9000),
    called(),
  );
  const late = costOf(
    asked(),
    called(),
    words(4000),
    counted(9000, 0),
    called(),
    gave,
    counted(4000, 9000),
    asked(),
    called(),
  );
  expect([early, late].map(({ requests }) => requests)).toEqual([3, 3]);
  expect([early, late].map((one) => Math.round(one.scale * 100))).toEqual([100, 100]);
  expect(late.weight(1)).toBeCloseTo(early.weight(1));
  // No answer of this session: a fork repeats its parent's counts.
  expect(costOf(counted(9000, 0), asked(), counted(9000, 0)).requests).toBe(0);
  // A request that left nothing but its counts.
  expect(costOf(...begin, gave, counted(10, 9000)).requests).toBe(2);
});

test('counts that cannot be of these texts are told apart, and change no price', () => {
  const odd = costOf(asked(), called(), counted(9000, 0), words(4000), called(), counted(40_000, 9000), gave);
  expect([odd.isOdd, odd.scale]).toEqual([true, 1]);
  expect(costOf(asked(), called(), gave).isOdd).toBe(false);
});

test('a model with a list price is charged by its own rates', () => {
  const of = (model: string) => {
    const cost = costOf(asked(), called());
    cost.push({ ...counted(0, 1000), model } as SessionEvent);
    return Math.round(cost.total());
  };
  expect(
    ['claude-opus-4-6', 'claude-opus-5-5-20260901', 'claude-fable-5-1', 'gpt-6.2-sol', 'gpt-5.3-codex'].map(of),
  ).toEqual([100, 50, 25, 50, 100]);
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
