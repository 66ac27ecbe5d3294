import { existsSync } from 'node:fs';
import type { Host, HostSetup } from '../hosts/host.ts';
import { HOSTS } from '../hosts/hosts.ts';
import type { Places } from '../hosts/places.ts';
import { findExecutable } from '../platform/process/find-executable.ts';

/** A host that `init` can set up. */
export type SetupHost = Host & { readonly setup: HostSetup };

export const SETUP_HOSTS: readonly SetupHost[] = HOSTS.filter((host): host is SetupHost => host.setup !== undefined);

/** True if a host has been used on this machine, or its program is on PATH. */
export async function isInstalled({ setup }: SetupHost, places: Places): Promise<boolean> {
  if (setup.traces(places).some((trace) => existsSync(trace))) return true;
  return (await findExecutable(setup.program, places.env['PATH'])) !== undefined;
}

/** Lists the places where a host was looked for, as the end of a sentence. */
export function whereLookedFor({ setup }: SetupHost, places: Places): string {
  return [...setup.traces(places), `${setup.program} on PATH`].join(', ');
}
