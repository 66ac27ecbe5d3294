import { readFileSync } from 'node:fs';
import { fileNames } from '../../platform/files/file-names.ts';
import { isAlive } from '../../platform/process/is-alive.ts';
import { pidSpace } from '../../platform/process/pid-space.ts';
import { type HookServer, hookFolder, isServerOf } from './hook-server.ts';

export interface HookCaller {
  readonly host: string;
  /** Returns the process that the hook runs in, or its ancestors, nearest first. */
  readonly processes: () => readonly number[];
  /** Folder in which the agent works, if known. */
  readonly folder: string | undefined;
  /** Pid namespace, see `HookServer`. Default: that of this process. */
  readonly space?: string;
}

/**
 * Finds the running servers that may answer a host's hook, best first. A server started by the same host process is
 * best, then one of the same project, then any other, since all servers share their artifacts. Servers that seem dead
 * come last. Pids of other containers are meaningless here, so only a refused connection proves that a server is dead.
 */
export function findHookServers(home: string, caller: HookCaller): readonly HookServer[] {
  const found = descriptionsIn(hookFolder(home)).filter((server) => isServerOf(caller.host, server));
  if (found.length < 2) return found;
  const space = caller.space ?? pidSpace();
  const isHere = (server: HookServer): boolean => server.space === space;
  const seemsDead = (server: HookServer): boolean => isHere(server) && !isAlive(server.pid);
  const live = byDistance(
    found.filter((server) => !seemsDead(server)),
    isHere,
    caller,
  );
  return [...live, ...found.filter(seemsDead)];
}

function byDistance(
  found: readonly HookServer[],
  isHere: (server: HookServer) => boolean,
  { processes, folder }: HookCaller,
): readonly HookServer[] {
  if (found.length < 2) return found;
  const callers = processes();
  const own = found.filter((server) => isHere(server) && callers.includes(server.parent));
  const distance = ({ parent }: HookServer): number => callers.indexOf(parent);
  const depth = ({ root }: HookServer): number => (folder !== undefined && isInside(folder, root) ? root.length : -1);
  // Several windows of an editor may share the process that starts their servers.
  if (own.length > 0) return own.sort((a, b) => distance(a) - distance(b) || depth(b) - depth(a));
  return found.toSorted((a, b) => depth(b) - depth(a));
}

function descriptionsIn(folder: string): HookServer[] {
  return fileNames(folder).flatMap((name) => {
    if (!name.endsWith('.json')) return [];
    try {
      const server = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as HookServer | null;
      return isHookServer(server) ? [server] : [];
    } catch {
      // The server has just exited.
      return [];
    }
  });
}

/** True if this version can read the description. An unreadable one must not hide the others. */
function isHookServer(server: HookServer | null): server is HookServer {
  const { pid, client, root, socket } = server ?? {};
  return typeof pid === 'number' && [client, root, socket].every((text) => typeof text === 'string');
}

function isInside(folder: string, root: string): boolean {
  return (
    folder === root || folder.startsWith(/[\\/]$/.test(root) ? root : `${root}${root.includes('\\') ? '\\' : '/'}`)
  );
}

/** Max ancestors to check: a host starts hooks through a shell, which may run a script in turn. */
const MAX_ANCESTORS = 4;

/**
 * Returns the ancestors of this process, as far as they can be found without running a program: up to four on Linux,
 * elsewhere only the parent.
 */
export function ancestors(first: number = process.ppid, readStat: typeof statOf = statOf): readonly number[] {
  const found = [first];
  while (found.length < MAX_ANCESTORS) {
    const parent = readStat(found.at(-1) as number);
    if (parent === undefined || parent <= 1) break;
    found.push(parent);
  }
  return found;
}

/** Returns the parent of a process. The name in parentheses may contain any character. */
function statOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
