import { execFile, execFileSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * `taskkill` ends a process and all it started; it says so with its exit code, which a tree that has ended sets as well.
 * By its full path: Windows looks for a bare name in the working directory first, which is the model's to write.
 */
function taskkill(leader: number): [string, string[]] {
  const system = process.env['SystemRoot'] ?? 'C:\\Windows';
  return [path.win32.join(system, 'System32', 'taskkill.exe'), ['/PID', String(leader), '/T', '/F']];
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
