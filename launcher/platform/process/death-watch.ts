import { type ChildProcess, spawn } from 'node:child_process';
import { MARKER_VARIABLE, OWN_MARKER } from './process-marker.ts';

/**
 * Waits until its standard input ends, which also happens if this process is killed by SIGKILL. Then kills the groups
 * that were begun (`+PID`) and not ended (`-PID`) there, and on Linux all processes with our marker. Three rounds, because
 * a killed process may have started another.
 */
const SCRIPT = `all=' '
while read -r line; do
  pid="\${line#?}"
  case "$line" in
    +*) all="$all$pid ";;
    -*) case "$all" in *" $pid "*) all="\${all%%" $pid "*} \${all#*" $pid "}";; esac;;
  esac
done
for pid in $all; do kill -s KILL -- "-$pid"; done
for round in 1 2 3; do
  for file in $(grep -lzs "^${MARKER_VARIABLE}=$1/" /proc/[0-9]*/environ); do
    pid="\${file%/environ}"
    kill -s KILL "\${pid#/proc/}"
  done
done`;

let watcher: ChildProcess | undefined;

/**
 * Returns the watcher, a shell that outlives this process, and starts it if needed. Without it, children would go on if
 * this process is killed by SIGKILL. Tell it when the process group of a child has begun (1) and ended (-1). There is none on Windows.
 */
export function deathWatch(): (change: 1 | -1, leader: number) => void {
  if (process.platform === 'win32') return () => {};
  watcher ??= startWatcher();
  const { stdin } = watcher;
  return (change, leader) => void stdin?.write(`${change > 0 ? '+' : '-'}${leader}\n`);
}

function startWatcher(): ChildProcess {
  const started = spawn('/bin/sh', ['-c', SCRIPT, 'mcp-pruner-watcher', OWN_MARKER], {
    ...{ detached: true, cwd: '/', env: { PATH: '/usr/bin:/bin' } },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const forget = (): void => {
    if (watcher === started) watcher = undefined;
  };
  started.once('error', () => {}); // Without a shell there is no watcher. Writes to its input are then dropped.
  started.once('exit', forget);
  started.stdin.on('error', forget);
  started.unref();
  (started.stdin as { unref?: () => void }).unref?.();
  return started;
}
