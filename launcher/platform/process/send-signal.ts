/** Sends `signal` to a process, or to a group if `pid` is negative. Does nothing if it is gone or not ours. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has exited, or changed its user. Nothing can be done in either case.
  }
}
