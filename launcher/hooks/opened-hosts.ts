import type { HostHooks } from '../hosts/host-hooks.ts';
import { HOOK_HOSTS } from '../hosts/hosts.ts';

/** Readers of the hosts' hooks, each opened with the first hook of its host. */
export type OpenedHosts = ReturnType<typeof createOpenedHosts>;

export function createOpenedHosts() {
  const opened = new Map<string, Promise<HostHooks>>();
  /** Undefined for a host without hooks. */
  const of = async (name: string): Promise<HostHooks | undefined> => {
    const hooks = opened.get(name) ?? HOOK_HOSTS.find((host) => host.name === name)?.loadHooks?.();
    if (hooks === undefined) return undefined;
    opened.set(name, hooks);
    // Forget a failure, so that the next hook tries again.
    hooks.catch(() => opened.delete(name));
    return await hooks;
  };
  return {
    of,
    /** Opens all hosts. */
    load: () => Promise.all(HOOK_HOSTS.map(({ name }) => of(name))),
    /** Removes files written for hosts. */
    async close(): Promise<void> {
      const all = await Promise.allSettled(opened.values());
      await Promise.all(all.map((one) => (one.status === 'fulfilled' ? one.value.close?.() : undefined)));
    },
  };
}
