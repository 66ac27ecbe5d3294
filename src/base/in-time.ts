/** Calls `run` once after `ms` milliseconds. Returns a function that cancels it. */
export type After = (ms: number, run: () => void) => () => void;

export const byTimeout: After = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/**
 * Settles as `work` does. After `ms` milliseconds it settles as `late` does, which may throw. `work` then continues,
 * but its outcome is ignored.
 */
export function inTime<T, Late>(
  work: Promise<T>,
  ms: number,
  late: () => Late,
  after: After = byTimeout,
): Promise<T | Late> {
  return new Promise((resolve, reject) => {
    const cancel = after(ms, () => {
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    });
    work.then(resolve, reject).finally(cancel);
  });
}

/** Resolves after `ms` milliseconds. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
