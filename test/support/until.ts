import { TestRunner } from 'vitest';

/** Milliseconds between two attempts. */
const PAUSE_MS = 5;

/**
 * Polls until there is an answer, for an event in another process that sends no signal. The only time limit is the
 * runner's. When that is over, `until` prints the code of `ask` and throws.
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
