import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers';
import { systemTimers, type Timers } from '../timers.ts';
import { drainAfterExit } from './drain-after-exit.ts';
import { KILL_GRACE_MS, killTree } from './kill-tree.ts';
import { MARKER_VARIABLE, newMarker } from './process-marker.ts';
import type { ProcessTree } from './process-tree.ts';
import { sendSignal } from './send-signal.ts';
import { startChild } from './start-child.ts';

interface Limits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly enough?: AbortSignal | undefined;
}

/** Resolves to whatever happens first: the child's exit code, the timeout, the caller's abort, or enough output. */
function firstOf(
  ended: Promise<number>,
  { timeoutMs, signal, enough }: Limits,
  timers: Timers,
): Promise<number | 'timeout' | 'aborted' | 'enough'> {
  return new Promise((resolve) => {
    const settle = (first: number | 'timeout' | 'aborted' | 'enough'): void => {
      cancel();
      signal.removeEventListener('abort', onAbort);
      enough?.removeEventListener('abort', onEnough);
      resolve(first);
    };
    const onAbort = (): void => settle('aborted');
    const onEnough = (): void => settle('enough');
    const cancel = timers.after(timeoutMs, () => settle('timeout'));
    signal.addEventListener('abort', onAbort);
    enough?.addEventListener('abort', onEnough);
    void ended.then(settle);
    if (signal.aborted) onAbort();
    else if (enough?.aborted) onEnough();
  });
}

/** True if the process group of `leader` has any process, including zombies. */
export function hasGroup(leader: number, platform: NodeJS.Platform = process.platform): boolean {
  // Windows has no process groups.
  if (platform === 'win32') return true;
  try {
    process.kill(-leader, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

export interface ChildOrder {
  /** Absolute path of the executable. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Aborted if the caller no longer needs the outcome: the tree is killed, and the reason thrown. */
  readonly signal: AbortSignal;
  /** Aborted when enough output has been read: the child's group is killed at once. */
  readonly enough?: AbortSignal | undefined;
  /** True if descendants must be found even after they left the group and changed their environment (on Linux). */
  readonly hasChannel?: boolean;
  readonly onStdout: (chunk: Uint8Array) => void;
  readonly onStderr: (chunk: Uint8Array) => void;
  /** Called when the child exits by itself, since its descendants may still run. */
  readonly onLeft?: ((tree: ProcessTree) => void) | undefined;
}

export interface ChildEdges {
  readonly timers: Timers;
  /** Time between SIGTERM and SIGKILL, in milliseconds. */
  readonly graceMs: number;
}

export const systemEdges: ChildEdges = { timers: systemTimers, graceMs: KILL_GRACE_MS };

export type ChildOutcome =
  /** Exit code, or 128+n after signal n. */
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'enough' }
  /** Error code such as `ENOENT`, `EACCES` or `E2BIG`. */
  | { readonly kind: 'not_started'; readonly errno: string };

/**
 * Runs a child in its own process group, with stdin closed. Kills its whole tree on timeout or abort. Resolves when the
 * child itself exits, even if a descendant still holds its pipes.
 */
export async function runChild(order: ChildOrder, edges: ChildEdges = systemEdges): Promise<ChildOutcome> {
  const { timers, graceMs } = edges;
  order.signal.throwIfAborted();
  const marker = newMarker();
  const { file, args, cwd, env, hasChannel } = order;
  // Do not pass the signal: Node would kill the child at once, and its descendants could no longer be found.
  const child = await startChild({ file, args, cwd, env: { ...env, [MARKER_VARIABLE]: marker }, hasChannel });
  if (!child.ok) return { kind: 'not_started', errno: child.errno };
  const { tree } = child;
  const pipes = [child.stdout, child.stderr];
  child.stdout.on('data', order.onStdout);
  child.stderr.on('data', order.onStderr);

  const first = await firstOf(child.ended, order, timers);
  if (first === 'aborted' || first === 'timeout') await killTree(tree, graceMs, timers);
  // Search programs start no descendants and need no cleanup, so killing the group is enough.
  else if (first === 'enough') sendSignal(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  else order.onLeft?.({ ...tree, ended: true });

  if (first !== 'enough') await drainAfterExit(pipes, timers, () => hasGroup(child.pid));
  child.stdout.off('data', order.onStdout);
  child.stderr.off('data', order.onStderr);
  for (const pipe of pipes) discardRest(pipe);
  child.unref();

  if (first === 'aborted') throw order.signal.reason;
  return typeof first === 'number' ? { kind: 'exited', exitCode: first } : { kind: first };
}

const PAUSE_MS = 10;

/**
 * Keeps reading and discards the data, without keeping the event loop alive. Closing the pipe would kill background
 * processes at their next output. Pauses keep a `yes &` from occupying the server.
 */
function discardRest(pipe: Readable & { unref?: () => void }): void {
  pipe.on('data', () => {
    pipe.pause();
    setTimeout(() => pipe.resume(), PAUSE_MS).unref();
  });
  pipe.on('error', () => {}); // Errors of this pipe no longer matter.
  pipe.unref?.();
  pipe.resume();
}
