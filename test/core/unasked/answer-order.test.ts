import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../../src/transcripts/session-event.ts';
import { createAnswerOrder } from '../../../src/unasked/answer-order.ts';
import { createSessionState } from '../../../src/unasked/session-state.ts';

const said = (text: string, request: string): SessionEvent => ({ kind: 'said', text, request });
const called = (call: string, file: string, request: string): SessionEvent => ({
  ...{ kind: 'called', call, tool: 'Read', args: { file_path: file }, request },
});
const gave = (call: string, text: string): SessionEvent => ({ kind: 'gave', call, text, isFailed: false });

const before: readonly SessionEvent[] = [
  { kind: 'asked', text: 'Why does the refund fail?', isSummary: false },
  said('I look at the shop first.', 'a'),
  called('1', 'src/shop.ts', 'a'),
  gave('1', 'export const shop = "opens at nine";\nexport const refundLimit = 40;'),
];
const words = said('Now the refund and its tests.', 'b');
const calls = [
  called('2', 'src/refund.ts', 'b'),
  called('3', 'src/refund.test.ts', 'b'),
  called('4', 'src/tax.ts', 'b'),
];
const results = [
  gave('2', 'export function refund() {}'),
  gave('3', 'test("refund of a gift", () => {});\ntest("tax of a refund", () => {});'),
  gave('4', 'export const taxRate = 7;'),
];

/** Returns all orders of calls and results in which each result follows its call, and calls keep their order. */
function arrivals(open: readonly number[], next: number): readonly (readonly SessionEvent[])[] {
  const later = next < calls.length ? [{ event: calls[next], open: [...open, next], next: next + 1 }] : [];
  const done = open.map((at) => ({ event: results[at], open: open.filter((other) => other !== at), next }));
  const ways = [...later, ...done];
  if (ways.length === 0) return [[]];
  return ways.flatMap((way) => arrivals(way.open, way.next).map((rest) => [way.event as SessionEvent, ...rest]));
}

/** Facts about each call, asked for when its result arrives. */
function factsOf(events: readonly SessionEvent[]): Readonly<Record<string, unknown>> {
  const state = createSessionState(true);
  for (const event of [...before, words]) state.push(event);
  const facts: Record<string, unknown> = {};
  for (const event of events) {
    if (event.kind === 'gave') {
      const known = state.known();
      const context = known.contextOf(event.call);
      facts[event.call] = {
        question: known.questionOf(event.call),
        request: known.requestOf(event.call),
        results: context.results,
        rates: context.linesNamed('src/refund.test.ts'),
        reads: ['src/shop.ts', 'src/refund.ts', 'src/tax.ts'].map(context.reads),
      };
    }
    state.push(event);
  }
  state.push(said('So the limit is too low.', 'c'));
  facts['after'] = state.known().contextOf('none').results;
  return facts;
}

describe('facts about the calls of one answer', () => {
  const all = arrivals([], 0);

  it('are the same in every order of arrival', () => {
    expect(all.length).toBe(15);
    const [first, ...others] = all.map(factsOf);
    for (const other of others) expect(other).toEqual(first);
    expect(first).toMatchObject({ after: 4, 2: { results: 1 }, 3: { results: 1 }, 4: { results: 1 } });
    for (const call of ['2', '3', '4'])
      expect(first?.[call]).toMatchObject({ question: { question: 'Now the refund and its tests.' }, request: 2 });
  });

  it('count all results once the answer is over', () => {
    for (const events of all) {
      const order = createAnswerOrder();
      const seen = [...before, words, ...events, said('So.', 'c')].flatMap((event) => order.push(event));
      expect(seen).toEqual([...before, words, ...calls, ...results, said('So.', 'c')]);
    }
  });
});

it('leaves the order of hosts that do not tell answers apart', () => {
  const order = createAnswerOrder();
  const events = [...before, words, ...calls, ...results].map((event) => ({ ...event, request: undefined }));
  expect(events.flatMap((event) => order.push(event))).toEqual(events);
});
