import { discardRest } from './discard-rest.ts';
import { drainAfterExit } from './drain-after-exit.ts';
import { firstOf } from './first-of.ts';
import { hasGroup } from './has-group.ts';
import { KILL_GRACE_MS, killTree } from './kill-tree.ts';
import { MARKER_VARIABLE, newMarker } from './process-marker.ts';
import type { ProcessTree } from './process-tree.ts';
import { sendSignal } from './send-signal.ts';
import { startChild } from './start-child.ts';
import { systemTimers, type Timers } from './timers.ts';

export interface ChildOrder {
  /** Absolute path of the executable. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Aborted when nobody wants the outcome any more: the tree is killed, and the reason thrown. */
  readonly signal: AbortSignal;
  /** Aborted when enough has been read: the child's group is killed at once. */
  readonly enough?: AbortSignal | undefined;
  readonly onStdout: (chunk: Uint8Array) => void;
  readonly onStderr: (chunk: Uint8Array) => void;
  /** Told when the child ended by itself: something that it started may live on. */
  readonly onLeft?: ((tree: ProcessTree) => void) | undefined;
}

export interface ChildEdges {
  readonly timers: Timers;
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly graceMs: number;
}

export const systemEdges: ChildEdges = { timers: systemTimers, graceMs: KILL_GRACE_MS };

export type ChildOutcome =
  | { readonly kind: 'exited' /** 128+n after signal n. */; readonly exitCode: number }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'enough' }
  | { readonly kind: 'not_started' /** `ENOENT`, `EACCES`, `E2BIG` and so on. */; readonly errno: string };

/**
 * Runs a child in a process group of its own with stdin closed, and ends all of its tree when its time is up or nobody
 * waits for it. Answers when the child itself exits, even if something that it left behind holds its pipes.
 */
export async function runChild(order: ChildOrder, edges: ChildEdges = systemEdges): Promise<ChildOutcome> {
  const { timers, graceMs } = edges;
  order.signal.throwIfAborted();
  const marker = newMarker();
  const { file, args, cwd, env } = order;
  // Without the signal: Node would end the child at once, and with it the way to what it started.
  const child = await startChild({ file, args, cwd, env: { ...env, [MARKER_VARIABLE]: marker } });
  if (!child.ok) return { kind: 'not_started', errno: child.errno };
  const { tree } = child;
  const pipes = [child.stdout, child.stderr];
  child.stdout.on('data', order.onStdout);
  child.stderr.on('data', order.onStderr);

  const first = await firstOf(child.ended, order, timers);
  if (first === 'aborted' || first === 'timeout') await killTree(tree, graceMs, timers);
  // Processes that leave no group and hold nothing to tidy up: no tree to look for.
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
