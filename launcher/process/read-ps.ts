import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ProcessEntry } from './process-entry.ts';

/** What runs by the word of `ps`, of the BSDs and macOS as of Linux. */
export async function readPs(): Promise<readonly ProcessEntry[]> {
  const options = { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' }, maxBuffer: 1 << 26 };
  // A flag each: to the BSDs, all that follows the first "=" is a header.
  const columns = ['pid=', 'ppid=', 'pgid=', 'stat=', 'lstart='].flatMap((column) => ['-o', column]);
  const { stdout } = await promisify(execFile)('ps', ['-A', ...columns], options);
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, group, state, ...started] = line.trim().split(/\s+/);
    if (state === undefined || state.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), started: started.join(' ') }];
  });
}
