import { readdir } from 'node:fs/promises';
import type { ProcessEntry } from './process-entry.ts';
import { markerOf } from './process-marker.ts';
import { readProcFile } from './read-proc-file.ts';

const NUMERIC = /^\d+$/;

/** Field 2 of /proc/PID/stat, the name, may hold spaces and brackets: fields are counted from its last bracket. */
function fromStat(pid: number, stat: string): ProcessEntry | undefined {
  const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z' || state === 'X') return undefined;
  return { pid, parent: Number(parent), group: Number(group) };
}

/** What runs by Linux's own account. */
export async function readProc(): Promise<readonly ProcessEntry[]> {
  const pids = (await readdir('/proc')).filter((name) => NUMERIC.test(name));
  const entries = await Promise.all(
    pids.map(async (pid) => {
      try {
        const entry = fromStat(Number(pid), await readProcFile(`/proc/${pid}/stat`));
        return entry && { ...entry, marker: await markerOf(entry.pid) };
      } catch {
        return undefined; // It ended between the listing and the look.
      }
    }),
  );
  return entries.filter((entry) => entry !== undefined);
}
