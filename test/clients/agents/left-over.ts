import { readdirSync, readFileSync } from 'node:fs';

/** The command lines of all that runs with `home` for its HOME, as all that an agent starts does; Linux alone tells. */
export function leftOver(home: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const isOurs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${home}`);
      return isOurs ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()] : [];
    } catch {
      // It ended meanwhile, or is another user's.
      return [];
    }
  });
}
