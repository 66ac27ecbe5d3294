/** Milliseconds between two questions. */
const PAUSE_MS = 5;

/** Resolves once something is true that another process decides. There is no limit: a test has its runner's. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
