/** Max commands that run at once. */
const MAX_RUNNING = 16;

/** Limits how many commands run at once; the rest wait in order. */
export type RunQueue = ReturnType<typeof createRunQueue>;

export function createRunQueue(count: number = MAX_RUNNING) {
  const waiting = new Set<() => void>();
  let free = count;
  const leave = (): void => {
    const [next] = waiting;
    if (next === undefined) free++;
    else next();
  };
  return {
    /** Number of commands that wait. */
    get waiting(): number {
      return waiting.size;
    },
    /** Resolves once there is a place, to a function that frees it. Rejects with the signal's reason. */
    async take(signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted();
      if (free > 0) {
        free--;
        return leave;
      }
      return await new Promise((resolve, reject) => {
        const settle = (then: () => void) => (): void => {
          waiting.delete(start);
          signal.removeEventListener('abort', abort);
          then();
        };
        const start = settle(() => resolve(leave));
        const abort = settle(() => reject(signal.reason));
        waiting.add(start);
        signal.addEventListener('abort', abort);
      });
    },
  };
}

/** Queue of a process that runs one server. */
export const runQueue: RunQueue = createRunQueue();
