import { expect, test } from 'vitest';
import { createListChanges } from '../../../../launcher/gateway/client/list-changes.ts';

function held() {
  let time = 0;
  let timer: { ms: number; run: () => void } | undefined;
  const told: string[] = [];
  const timers = {
    now: () => time,
    after: (ms: number, run: () => void) => {
      timer = { ms, run };
      return () => {
        timer = undefined;
      };
    },
  };
  const changes = createListChanges(timers, (method) => void told.push(method));
  const later = (ms: number): void => {
    time += ms;
  };
  return { changes, told, later, next: () => timer?.ms, ring: () => timer?.run() };
}

test('a change that came long after the first set a timer to a negative time', () => {
  const { changes, later, next, ring, told } = held();
  changes.changed(['tools']);
  later(700);
  changes.changed(['prompts', 'tools']);
  expect(next()).toBe(0);
  ring();
  expect(told).toEqual(['notifications/tools/list_changed', 'notifications/prompts/list_changed']);
});

test('changes are told together, a moment after the last and half a second after the first', () => {
  const { changes, later, next } = held();
  const waits = [0, 90, 90, 90, 90, 90, 90].map((ms) => {
    later(ms);
    changes.changed(['tools']);
    return next();
  });
  expect(waits).toEqual([100, 100, 100, 100, 100, 50, 0]);
});
