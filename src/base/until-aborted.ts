/** Settles as `work` does, or rejects with the signal's reason as soon as it is aborted. `work` itself continues. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal, onAbort?: () => void): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const leave = (): void => {
      reject(signal.reason);
      onAbort?.();
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    const stay = (): void => signal.removeEventListener('abort', leave);
    work.then(
      (value) => {
        stay();
        resolve(value);
      },
      (error: unknown) => {
        stay();
        reject(error);
      },
    );
  });
}
