import { windowsProgram } from './windows-program.ts';

/**
 * Returns a `taskkill` command that kills a process and its descendants. Its exit code also signals an error if they
 * have already exited.
 */
function taskkill(leader: number): [string, string[]] {
  return [windowsProgram('taskkill.exe', process.env['SystemRoot']), ['/PID', String(leader), '/T', '/F']];
}

/** Kills a tree on Windows, which has no process groups and no signals. Never rejects. */
export async function endWindowsTree(
  leader: number,
  run: (file: string, args: string[]) => Promise<unknown> = execute,
): Promise<void> {
  await run(...taskkill(leader)).catch(() => {});
}

async function execute(file: string, args: string[]): Promise<unknown> {
  const [{ execFile }, { promisify }] = await Promise.all([import('node:child_process'), import('node:util')]);
  return await promisify(execFile)(file, args);
}

/** Kills a tree synchronously. */
export function endWindowsTreeNow(leader: number): void {
  // Loaded here, because every start loads this file but only Windows needs the module.
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  try {
    execFileSync(...taskkill(leader), { stdio: 'ignore', windowsHide: true });
  } catch {
    // The tree has already exited.
  }
}
