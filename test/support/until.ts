import { TestRunner } from 'vitest';

/** Milliseconds between two questions. */
const PAUSE_MS = 5;

/**
 * Asks until there is an answer, for what another process does, which tells nobody. The runner's time limit is the only
 * one: if it is over first, what was asked for is printed, and the asking ends.
 */
export async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  const test = TestRunner.getCurrentTest();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (test?.context.signal.aborted) {
      const what = `no answer before the end of "${test.name}":\n${String(ask)}`;
      process.stderr.write(`${what}\n`);
      throw new Error(what);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
