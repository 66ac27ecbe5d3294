/** Asks until there is an answer; for what another process does, which tells nobody. */
export async function until<T>(ask: () => Promise<T | undefined>, withinMs = 30_000): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`no answer within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
