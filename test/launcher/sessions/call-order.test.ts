import { expect, test } from 'vitest';
import { createCallOrder } from '../../../launcher/sessions/call-order.ts';
import type { SessionEvent } from '../../../src/transcripts/session-event.ts';

const called = (call: string): SessionEvent => ({ kind: 'called', call, tool: 'Read', args: {} });
const gave = (call: string, text = ''): SessionEvent => ({ kind: 'gave', call, text, isFailed: false });

const ordered = (events: readonly SessionEvent[]): readonly SessionEvent[] => {
  const order = createCallOrder();
  return [...events.flatMap((event) => order.add(event)), ...order.end()];
};

test('an answer that was written before its call comes after it', () => {
  expect(ordered([called('1'), gave('2'), gave('1'), called('2'), called('3')])).toEqual([
    called('1'),
    gave('1'),
    called('2'),
    gave('2'),
    called('3'),
  ]);
});

test('an answer whose call never comes is not lost', () => {
  expect(ordered([gave('1'), called('2')])).toEqual([called('2'), gave('1')]);
});

test('calls made at once under one id keep their answers', () => {
  const events = [called('REDACTED'), called('REDACTED'), gave('REDACTED'), gave('REDACTED'), gave('1'), gave('1')];
  expect(ordered([...events, called('2')])).toEqual([...events.slice(0, 4), called('2'), gave('1'), gave('1')]);
});

test('no more than a few answers are held', () => {
  const order = createCallOrder();
  const told = Array.from({ length: 100 }, (_, at) => order.add(gave(String(at)))).flat();
  expect(told.slice(0, 2)).toEqual([gave('0'), gave('1')]);
  expect(told.length + order.end().length).toBe(100);
});

test('long answers whose calls never come were held', () => {
  const order = createCallOrder();
  const long = gave('1', 'x'.repeat(1_000_000));
  expect(Array.from({ length: 10 }, () => order.add(long)).flat()).toHaveLength(6);
});

test('calls that are never answered were all remembered', () => {
  const order = createCallOrder();
  for (let at = 0; at < 10_000; at++) order.add(called(String(at)));
  // Its call was forgotten, so the result is held back.
  expect(order.add(gave('0'))).toEqual([]);
  expect(order.add(gave('9999'))).toEqual([gave('9999')]);
});
