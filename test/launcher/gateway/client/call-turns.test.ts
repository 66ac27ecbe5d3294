import { expect, test } from 'vitest';
import { SharedCalls } from '../../../../launcher/gateway/client/call-turns.ts';

/** Creates shared calls with timers that the test fires. */
function shared() {
  const timers: { ms: number; run: () => void }[] = [];
  const calls = new SharedCalls((ms, run) => {
    const timer = { ms, run };
    timers.push(timer);
    return () => void timers.splice(timers.indexOf(timer), 1);
  });
  const log: string[] = [];
  /** Starts a call, and returns its id. */
  const call = (client: AbortSignal, name: string): object => {
    const id = {};
    calls.start(client, 'tools/call', id, {
      start: () => log.push(`${name} runs`),
      late: () => log.push(`${name} is late`),
    });
    return id;
  };
  const ask = (id: string): void =>
    calls.ask({}, (caller) => log.push(`${id} for ${typeof caller === 'string' ? caller : NAMES.get(caller)}`));
  const ring = (ms: number): void => {
    for (const timer of timers.filter((one) => one.ms === ms)) {
      timers.splice(timers.indexOf(timer), 1);
      timer.run();
    }
  };
  return { calls, log, call, ask, ring };
}

const [A, B] = [new AbortController().signal, new AbortController().signal];
const NAMES = new Map<AbortSignal, string>([
  [A, 'A'],
  [B, 'B'],
]);

test('calls of a server that asks run one at a time, in their order', () => {
  const { calls, log, call, ask } = shared();
  const first = call(A, 'a1');
  ask('q');
  const second = call(B, 'b1');
  call(A, 'a2');
  expect(log).toEqual(['a1 runs', 'q for A']);
  calls.ended(first);
  calls.ended(second);
  expect(log.slice(2)).toEqual(['b1 runs', 'a2 runs']);
});

test('a call whose turn does not come is told so', () => {
  const { calls, log, call, ask, ring } = shared();
  const first = call(A, 'a1');
  ask('q');
  call(B, 'b1');
  ring(60_000);
  calls.ended(first);
  expect(log).toEqual(['a1 runs', 'q for A', 'b1 is late']);
});

test('a question of a call that was cancelled reached the next client', () => {
  const { calls, log, call, ask, ring } = shared();
  const first = call(A, 'a1');
  ask('q');
  call(B, 'b1');
  calls.cancelled(first);
  ask('late');
  ring(5000);
  ask('own');
  expect(log).toEqual(['a1 runs', 'q for A', 'late for unknown', 'b1 runs', 'own for B']);
});
