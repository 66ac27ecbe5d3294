import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds per clock tick in `/proc`: 100 ticks a second on Linux, whatever the kernel's own rate. */
const TICKS_MS = 10;
const PAGE_BYTES = 4096;

interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  readonly ms: number;
}

/** Milliseconds of processor time of a process and all its descendants (Linux). */
export function cpuMs(pid: number): number {
  return familyOf(pid).reduce((sum, { ms }) => sum + ms, 0);
}

/** Resident bytes of a process and all its descendants (Linux). */
export function residentBytes(pid: number): number {
  return familyOf(pid).reduce((sum, one) => {
    const pages = Number(readFileSync(`/proc/${one.pid}/statm`, 'utf8').split(' ')[1]);
    return sum + pages * PAGE_BYTES;
  }, 0);
}

function familyOf(pid: number): readonly ProcessTimes[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => timesOf(Number(name)) ?? []);
  const family = new Set([pid]);
  // A child's id may be lower than its parent's, so repeat until no process is added.
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const one of all) if (family.has(one.parent)) family.add(one.pid);
  }
  return all.filter((one) => family.has(one.pid));
}

function timesOf(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in brackets and may contain anything. After it come state, parent and so on; user and system time are
    // fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * TICKS_MS };
  } catch {
    return undefined;
  }
}
