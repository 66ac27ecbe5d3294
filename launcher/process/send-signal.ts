/** Sends `signal` to a process, or to a group by its negative number, if it still is and is ours. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile, or changed its user: nobody is left to tell, or nobody who would listen.
  }
}
