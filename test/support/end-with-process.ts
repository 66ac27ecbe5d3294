import type { ChildProcess } from 'node:child_process';

/** Kills a child when this process ends, unless it has ended before. */
export function endWithProcess(child: ChildProcess): void {
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}
