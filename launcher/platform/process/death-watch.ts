import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { MARKER_VARIABLE, ownMarker } from './process-marker.ts';

/**
 * Waits until its standard input ends, which also happens if this process is killed by SIGKILL. Then ends the groups that
 * were begun (`+PID`) and not ended (`-PID`) there, and on Linux all processes with our marker. Servers may first end by
 * themselves, because their input has ended too. SIGKILL comes three times, because a process may have started another.
 */
const SCRIPT = `all=' '
while read -r line; do
  pid="\${line#?}"
  case "$line" in
    +*) all="$all$pid ";;
    -*) case "$all" in *" $pid "*) all="\${all%%" $pid "*} \${all#*" $pid "}";; esac;;
  esac
done
end() {
  for pid in $all; do kill -s "$1" -- "-$pid"; done
  for file in $(grep -lzs "^${MARKER_VARIABLE}=$2/" /proc/[0-9]*/environ); do
    pid="\${file%/environ}"
    kill -s "$1" "\${pid#/proc/}"
  done
}
[ -z "$(echo $all; grep -lzs "^${MARKER_VARIABLE}=$1/" /proc/[0-9]*/environ)" ] && exit
sleep 0.5
end TERM "$1"
sleep 0.5
for round in 1 2 3; do end KILL "$1"; done`;

let watcher: ChildProcess | undefined;

/**
 * Returns the watcher, a shell that outlives this process, and starts it if needed. Without it, children would go on if
 * this process is killed by SIGKILL. Tell it when the process group of a child has begun (1) and ended (-1). Does nothing
 * on Windows.
 */
export function deathWatch(): (change: 1 | -1, leader: number) => void {
  if (process.platform === 'win32') return () => {};
  watcher ??= startWatcher();
  const { stdin } = watcher;
  return (change, leader) => void stdin?.write(`${change > 0 ? '+' : '-'}${leader}\n`);
}

function startWatcher(): ChildProcess {
  const started: ChildProcess = spawn('/bin/sh', ['-c', SCRIPT, 'mcp-pruner-watcher', ownMarker()], {
    ...{ detached: true, cwd: '/', env: { PATH: '/usr/bin:/bin' } },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const forget = (): void => {
    if (watcher === started) watcher = undefined;
  };
  started.once('error', () => {}); // Without a shell there is no watcher. Writes to its input are then dropped.
  started.once('exit', forget);
  started.unref();
  // There is none if no descriptor was left.
  const stdin = started.stdin as (Writable & { unref?: () => void }) | null | undefined;
  stdin?.on('error', forget);
  stdin?.unref?.();
  return started;
}
