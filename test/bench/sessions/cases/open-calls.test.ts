import { expect, test } from 'vitest';
import { createSessionMemory } from '../../../../src/session-memory/session-memory.ts';
import { createOpenCalls, type OpenCall } from './open-calls.ts';

const CALL: OpenCall = {
  ...{ tool: 'Read', args: {}, action: { kind: 'other' }, question: undefined, results: 0 },
  context: createSessionMemory().context(),
};

/** Returns the ids that are still held after `calls` calls. */
function held(calls: number, chars: number): number {
  const open = createOpenCalls();
  const ids = Array.from({ length: calls }, (_, at) => `c${at}`);
  for (const id of ids) open.add(id, CALL, chars);
  expect(open.take(ids.at(-1) ?? '')).toBe(CALL);
  return ids.filter((id) => open.take(id) !== undefined).length + 1;
}

test('calls that never get a result were all held', () => {
  expect(held(10, 100)).toBe(10);
  expect(held(10_000, 100)).toBe(256);
});

test('calls with long arguments were all held', () => {
  expect(held(100, 1_000_000)).toBe(16);
  expect(held(3, 1_000_000_000)).toBe(1);
});

test('a call is taken once', () => {
  const open = createOpenCalls();
  open.add('c', CALL, 1);
  expect([open.take('c'), open.take('c'), open.take('d')]).toEqual([CALL, undefined, undefined]);
});
