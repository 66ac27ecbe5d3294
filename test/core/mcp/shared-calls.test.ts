import { expect, test } from 'vitest';
import { SharedCalls } from '../../../src/mcp/shared-calls.ts';

/** Creates shared calls with timers that the test fires. */
function shared() {
  const timers: { ms: number; run: () => void }[] = [];
  const calls = new SharedCalls<object>((ms, run) => {
    const timer = { ms, run };
    timers.push(timer);
    return () => void timers.splice(timers.indexOf(timer), 1);
  });
  const log: string[] = [];
  let ids = 0;
  /** Starts a call, and returns a function for its id, which exists once the call runs. */
  const call = (client: object, name: string): { id: () => number } => {
    let id = 0;
    calls.start(client, 'tools/call', name, {
      start() {
        id = ++ids;
        log.push(`${name} runs`);
        calls.started(client, 'tools/call', id);
      },
      late: () => log.push(`${name} is late`),
    });
    return { id: () => id };
  };
  const ask = (id: unknown, names: ReadonlyMap<object, string>): void =>
    calls.ask(id, (caller) => log.push(`${id} for ${typeof caller === 'string' ? caller : names.get(caller)}`));
  const ring = (ms: number): void => {
    for (const timer of timers.filter((one) => one.ms === ms)) {
      timers.splice(timers.indexOf(timer), 1);
      timer.run();
    }
  };
  return { calls, log, call, ask, ring };
}

const [A, B] = [{}, {}];
const NAMES = new Map<object, string>([
  [A, 'A'],
  [B, 'B'],
]);

test('a client that calls all the time kept others from their turn', () => {
  const { calls, log, call, ask } = shared();
  const first = call(A, 'a1');
  ask('q', NAMES);
  const second = call(A, 'a2');
  call(B, 'b1');
  calls.ended(first.id());
  // While the client is asked, it may need a call to find the answer.
  const third = call(A, 'a3');
  calls.answered();
  call(A, 'a4');
  calls.ended(second.id());
  calls.ended(third.id());
  expect(log).toEqual(['a1 runs', 'q for A', 'a2 runs', 'a3 runs', 'b1 runs']);
});

test('a call whose turn does not come is told so', () => {
  const { calls, log, call, ask, ring } = shared();
  const first = call(A, 'a1');
  ask('q', NAMES);
  call(B, 'b1');
  ring(60_000);
  calls.ended(first.id());
  expect(log).toEqual(['a1 runs', 'q for A', 'b1 is late']);
});

test('a question of a call that was cancelled reached the next client', () => {
  const { calls, log, call, ask, ring } = shared();
  const first = call(A, 'a1');
  ask('q', NAMES);
  call(B, 'b1');
  calls.cancelled(first.id());
  ask('late', NAMES);
  ring(5000);
  ask('own', NAMES);
  expect(log).toEqual(['a1 runs', 'q for A', 'late for unknown', 'b1 runs', 'own for B']);
});
