import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** When it began, in the system's own words: tells a process from a later one with the same pid. */
  readonly started: string;
}

const NUMERIC = /^\d+$/;

/** Field 2 of /proc/PID/stat, the name, may hold spaces and brackets: fields are counted from its last bracket. */
function fromStat(pid: number, stat: string): ProcessEntry | undefined {
  const [state, parent, group, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z' || state === 'X') return undefined;
  return { pid, parent: Number(parent), group: Number(group), started: rest[16] ?? '' };
}

async function fromProc(): Promise<readonly ProcessEntry[]> {
  const pids = (await readdir('/proc')).filter((name) => NUMERIC.test(name));
  const entries = await Promise.all(
    pids.map(async (pid) => {
      try {
        return fromStat(Number(pid), await readFile(`/proc/${pid}/stat`, 'latin1'));
      } catch {
        return undefined; // It ended between the listing and the look.
      }
    }),
  );
  return entries.filter((entry) => entry !== undefined);
}

async function fromPs(): Promise<readonly ProcessEntry[]> {
  const options = { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' }, maxBuffer: 1 << 26 };
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart='], options);
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, group, state, ...started] = line.trim().split(/\s+/);
    if (state === undefined || state.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), started: started.join(' ') }];
  });
}

/** Every process that runs now; those that ended and only wait to be collected by their parents are not listed. */
export function processTable(): Promise<readonly ProcessEntry[]> {
  return process.platform === 'linux' ? fromProc() : fromPs();
}
