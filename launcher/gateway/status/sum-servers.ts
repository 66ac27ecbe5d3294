import type { LauncherStatus } from './server-status.ts';

/** Calls of one server by all running launchers. */
export interface ServerSum {
  readonly name: string;
  readonly calls: number;
  readonly failed: number;
  /** UTF-8 bytes of all texts in its results. */
  readonly bytes: number;
}

/** Sums up the calls of each server over all launchers, most called first. */
export function sumServers(running: readonly LauncherStatus[]): readonly ServerSum[] {
  const sums = new Map<string, ServerSum>();
  for (const { name, calls, failed, bytes } of running.flatMap(({ servers }) => servers)) {
    const before = sums.get(name) ?? { calls: 0, failed: 0, bytes: 0 };
    sums.set(name, { name, calls: before.calls + calls, failed: before.failed + failed, bytes: before.bytes + bytes });
  }
  return [...sums.values()].sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1));
}
