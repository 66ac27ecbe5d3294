import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { windowsProgram } from './windows-program.ts';

/** `taskkill` ends a process and all it started; it says so with its exit code, which a tree that has ended sets as well. */
function taskkill(leader: number): [string, string[]] {
  return [windowsProgram('taskkill.exe', process.env['SystemRoot']), ['/PID', String(leader), '/T', '/F']];
}

/** Ends a tree on Windows, where there are no process groups and no signals. Never rejects. */
export async function endWindowsTree(
  leader: number,
  run: (file: string, args: string[]) => Promise<unknown> = promisify(execFile),
): Promise<void> {
  await run(...taskkill(leader)).catch(() => {});
}

/** The same without a turn of the event loop. */
export function endWindowsTreeNow(leader: number): void {
  try {
    execFileSync(...taskkill(leader), { stdio: 'ignore', windowsHide: true });
  } catch {
    // It has ended.
  }
}
