import type { LauncherStatus } from './server-status.ts';

/** What one server was called for by all launchers that run. */
export interface ServerSum {
  readonly name: string;
  readonly calls: number;
  readonly failed: number;
  /** UTF-8 bytes of the texts that its results had. */
  readonly bytes: number;
}

/** The calls of each server, summed over launchers; those that were called most first. */
export function sumServers(running: readonly LauncherStatus[]): readonly ServerSum[] {
  const sums = new Map<string, ServerSum>();
  for (const { name, calls, failed, bytes } of running.flatMap(({ servers }) => servers)) {
    const before = sums.get(name) ?? { calls: 0, failed: 0, bytes: 0 };
    sums.set(name, {
      name,
      calls: before.calls + calls,
      failed: before.failed + failed,
      bytes: before.bytes + bytes,
    });
  }
  return [...sums.values()].sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1));
}
