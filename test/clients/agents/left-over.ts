import { readdirSync, readFileSync } from 'node:fs';

/**
 * Lists the command lines of all running processes with `home` as HOME, which an agent's child processes inherit. Linux
 * only.
 */
export function leftOver(home: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const isOurs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${home}`);
      return isOurs ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()] : [];
    } catch {
      // The process has ended, or belongs to another user.
      return [];
    }
  });
}
