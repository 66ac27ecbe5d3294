/** Milliseconds between two attempts. */
const PAUSE_MS = 5;

/**
 * Polls until `isSo` returns true, for a state of another process. Has no time limit, because the test runner has one.
 */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
