import type { ProcessEntry } from './process-entry.ts';
import { isMarkedBy } from './process-marker.ts';
import { readProc } from './read-proc.ts';

/** Lists running processes with `ps`, for the BSDs, macOS and Linux. */
export async function readPs(): Promise<readonly ProcessEntry[]> {
  const options = { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' }, maxBuffer: 1 << 26 };
  // One flag per column, because to the BSDs everything after the first "=" is a header.
  const columns = ['pid=', 'ppid=', 'pgid=', 'stat=', 'lstart='].flatMap((column) => ['-o', column]);
  const [{ execFile }, { promisify }] = await Promise.all([import('node:child_process'), import('node:util')]);
  const { stdout } = await promisify(execFile)('ps', ['-A', ...columns], options);
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, group, state, ...started] = line.trim().split(/\s+/);
    if (state === undefined || state.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), started: started.join(' ') }];
  });
}

/** Lists all running processes, without zombies. Rejects on Windows, which kills trees by other means. */
export async function processTable(platform: NodeJS.Platform = process.platform): Promise<readonly ProcessEntry[]> {
  if (platform === 'linux') return readProc();
  if (platform === 'win32') throw new Error('Windows has no process groups');
  return await readPs();
}

let scanning: Promise<readonly ProcessEntry[]> | undefined;
let following: Promise<readonly ProcessEntry[]> | undefined;

/**
 * Returns a process table whose scan started after the call, so that it contains every process started before.
 * Concurrent callers share scans, so ending fifty trees takes no more scans than ending one.
 */
function freshTable(): Promise<readonly ProcessEntry[]> {
  if (scanning === undefined) return scan();
  following ??= scanning.then(next, next);
  return following;
}

function next(): Promise<readonly ProcessEntry[]> {
  following = undefined;
  return scan();
}

function scan(): Promise<readonly ProcessEntry[]> {
  const own = processTable().finally(() => {
    if (scanning === own) scanning = undefined;
  });
  scanning = own;
  return own;
}

/** A child that leads its own process group, and its descendants. */
export interface ProcessTree {
  /** Pid of the child and number of its group. */
  readonly leader: number;
  readonly marker: string;
  /** The pipe on the child's descriptor `CHANNEL_FD`; undefined if the system does not report it. */
  readonly channel?: string | undefined;
  /** True if the child has exited. If its pid is in use again, its group is gone. */
  readonly ended?: boolean;
}

/** Returns the running processes of `tree`; see `membersOf`. */
export async function livingMembers(
  tree: ProcessTree,
  known: readonly ProcessEntry[] = [],
): Promise<readonly ProcessEntry[]> {
  return membersOf(tree, await freshTable(), known);
}

/**
 * Returns the processes of `tree` in a table: its group, all that carry the marker or hold the channel, and their
 * descendants. Members in `known` stay members while they run, because their parents may have exited and an emptied
 * environment leaves nothing to identify them by.
 */
export function membersOf(
  tree: ProcessTree,
  table: readonly ProcessEntry[],
  known: readonly ProcessEntry[] = [],
): readonly ProcessEntry[] {
  const members = new Map<number, ProcessEntry>();
  const add = (entry: ProcessEntry): void => {
    if (entry.pid !== process.pid) members.set(entry.pid, entry);
  };
  // POSIX: no pid is reused while a process group has that number. If a process has the leader's pid, the
  // group ended.
  const reused = tree.ended === true && table.some(({ pid }) => pid === tree.leader);
  const startOf = new Map(known.map(({ pid, started }) => [pid, started]));
  for (const entry of table) {
    const isKnown = startOf.get(entry.pid) === entry.started;
    const holdsChannel = tree.channel !== undefined && entry.channel === tree.channel;
    if (isKnown || holdsChannel || isMarkedBy(tree.marker, entry.marker) || (!reused && entry.group === tree.leader))
      add(entry);
  }
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of table) {
    const siblings = children.get(entry.parent);
    if (siblings === undefined) children.set(entry.parent, [entry]);
    else siblings.push(entry);
  }
  const parents = [...members.keys()];
  for (let next = parents.pop(); next !== undefined; next = parents.pop()) {
    for (const child of children.get(next) ?? []) {
      if (members.has(child.pid)) continue;
      add(child);
      parents.push(child.pid);
    }
  }
  return [...members.values()];
}
