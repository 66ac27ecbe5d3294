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
  const call = (client: AbortSignal, name: string, agent: unknown = client): object => {
    const id = {};
    const target = name.replace(/^\w/, '');
    calls.start({ client, agent, method: 'tools/call', target }, id, {
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

const [A, B, C] = [new AbortController().signal, new AbortController().signal, new AbortController().signal];
const NAMES = new Map<AbortSignal, string>([
  [A, 'A'],
  [B, 'B'],
  [C, 'C'],
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

test('a call of what has never asked waits for no answer, and no question is guessed', () => {
  const { calls, log, call, ask } = shared();
  calls.ended(call(B, 'b look'));
  const asking = call(A, 'a ask');
  ask('q');
  const quiet = call(B, 'b look');
  call(C, 'c other');
  expect(log).toEqual(['b look runs', 'a ask runs', 'q for A', 'b look runs']);
  // With two requests running, nobody knows whose it is, until one of them ends. Meanwhile nothing starts.
  ask('second');
  call(B, 'b look');
  expect(log).toHaveLength(4);
  calls.ended(quiet);
  expect(log.slice(4)).toEqual(['second for A', 'b look runs']);
  calls.ended(asking);
  expect(log.slice(6)).toEqual(['c other runs']);
});

test('what has asked once is never quiet again', () => {
  const { calls, log, call, ask } = shared();
  calls.ended(call(A, 'a ask'));
  const again = call(A, 'a ask');
  ask('q');
  calls.ended(again);
  call(A, 'a ask');
  call(B, 'b ask');
  expect(log).toEqual(['a ask runs', 'a ask runs', 'q for A', 'a ask runs']);
});

test('an open question holds no call of the same agent, and the next question is of the one without', () => {
  const { calls, log, call, ask } = shared();
  call(A, 'a ask', 'agent');
  ask('q');
  const second = call(B, 'b ask', 'agent');
  expect(log).toEqual(['a ask runs', 'q for A']);
  const { close } = calls.asked(A);
  call(C, 'c ask', 'other');
  ask('r');
  calls.asked(B);
  ask('again');
  calls.ended(second);
  close();
  ask('last');
  expect(log).toEqual(['a ask runs', 'q for A', 'b ask runs', 'r for B', 'again for B', 'last for A']);
});

test('of calls of one agent that have asked, each may ask again', () => {
  const { calls, log, call, ask } = shared();
  call(A, 'a ask', 'agent');
  ask('q');
  const first = calls.asked(A);
  call(B, 'b ask', 'agent');
  ask('r');
  const second = calls.asked(B);
  for (const { close } of [first, second]) close();
  ask('again');
  calls.asked(B);
  ask('last');
  expect(log).toEqual(['a ask runs', 'q for A', 'b ask runs', 'r for B', 'again for B', 'last for A']);
});

test('a question that nobody answers is withdrawn once another call waits for its answer', () => {
  const { calls, call, ask, ring } = shared();
  call(A, 'a ask');
  ask('q');
  const { expiry, close } = calls.asked(A);
  ring(30_000);
  expect(expiry.aborted).toBe(false);
  call(B, 'b ask');
  ring(30_000);
  expect(expiry.aborted).toBe(true);
  close();
});

test('a call that may have asked a question that reached nobody is not taken for one that asks nothing', () => {
  const { calls, log, call, ask } = shared();
  const both = [call(A, 'a ask'), call(B, 'b ask')];
  ask('q');
  ask('r');
  for (const one of both) calls.ended(one);
  call(A, 'a ask');
  call(B, 'b ask');
  expect(log).toEqual(['a ask runs', 'b ask runs', 'q for unknown', 'r for unknown', 'a ask runs']);
});
