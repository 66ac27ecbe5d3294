import { expect, test } from 'vitest';
import { createCounterSwitch, type SharedCounters } from '../../../src/teams/counters/shared-counters.ts';

/** Creates a switch over fake counters, and records its reports. */
function bench() {
  const told: unknown[] = [];
  const clock = { now: 0 };
  let answer: () => Promise<{ readonly ok: true }> = async () => ({ ok: true });
  let late = (): void => {};
  const counters = { take: () => answer() } as unknown as SharedCounters;
  const made = createCounterSwitch({
    ...{ counters, now: () => clock.now, onChange: (error) => told.push(error === undefined ? 'back' : String(error)) },
    pause: () =>
      new Promise((resolve) => {
        late = resolve;
      }),
  });
  return {
    ...{ told, clock, state: made.state },
    answers(next: typeof answer): void {
      answer = next;
    },
    endWait: () => late(),
    ask: () =>
      made.ask(
        async (shared) => ((await shared.take('a', 1)).ok ? 'shared' : ''),
        () => 'own',
      ),
  };
}

test('shared counters are asked while they answer', async () => {
  const { ask, state, told } = bench();
  expect([await ask(), state(), told]).toEqual(['shared', 'shared', []]);
});

test('while they fail, this process counts, and asks them again after a second', async () => {
  const { ask, state, told, clock, answers } = bench();
  let asked = 0;
  answers(async () => {
    asked++;
    throw new Error('gone');
  });
  expect([await ask(), await ask(), state(), asked, told]).toEqual(['own', 'own', 'away', 1, ['Error: gone']]);
  clock.now = 1_000;
  expect([await ask(), asked, told.length]).toEqual(['own', 2, 1]);
  clock.now = 2_000;
  answers(async () => ({ ok: true }));
  expect([await ask(), state(), told]).toEqual(['shared', 'shared', ['Error: gone', 'back']]);
});

test('counters that do not answer are not waited for', async () => {
  const { ask, endWait, answers, told } = bench();
  answers(() => new Promise(() => {}));
  const asked = ask();
  endWait();
  expect([await asked, told]).toEqual(['own', ['Error: the shared counters do not answer']]);
});

test('without shared counters each process counts for itself', async () => {
  const own = createCounterSwitch({ counters: undefined, now: () => 0, onChange: () => {} });
  expect([
    await own.ask(
      async () => 'shared',
      () => 'own',
    ),
    own.state(),
  ]).toEqual(['own', 'own']);
});
