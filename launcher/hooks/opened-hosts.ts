import type { HostHooks } from '../hosts/host-hooks.ts';
import { HOOK_HOSTS } from '../hosts/hosts.ts';

/** Readers of the hosts' hooks, each opened with the first hook of its host. */
export interface OpenedHosts {
  /** Undefined for a host without hooks. */
  of(host: string): Promise<HostHooks | undefined>;
  /** Removes files written for hosts. */
  close(): Promise<void>;
}

export function createOpenedHosts(): OpenedHosts {
  const opened = new Map<string, Promise<HostHooks>>();
  return {
    async of(name) {
      const hooks = opened.get(name) ?? HOOK_HOSTS.find((host) => host.name === name)?.loadHooks?.();
      if (hooks === undefined) return undefined;
      opened.set(name, hooks);
      // Forget a failure, so that the next hook tries again.
      hooks.catch(() => opened.delete(name));
      return await hooks;
    },
    async close() {
      const all = await Promise.allSettled(opened.values());
      await Promise.all(all.map((one) => (one.status === 'fulfilled' ? one.value.close?.() : undefined)));
    },
  };
}
