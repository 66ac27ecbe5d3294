import type { SetupHost } from '../../setup/find-hosts.ts';
import { hookLists } from '../../setup/hook-lists.ts';
import type { SetupOptions } from '../../setup/plan-setup.ts';
import { type TooOld, whyTooOld } from '../../setup/why-too-old.ts';
import type { InitRequest } from './init-request.ts';

/** A host that gets no hooks although the user requested them. */
export interface Withheld {
  readonly host: SetupHost;
  readonly why: string;
  /** Tells the user how to get the hooks. */
  readonly mend: string;
  /**
   * - `project`: the project's file must have no hooks, but the user's own file may.
   * - `old`: the host's version does not support them.
   * - `unknown`: the host's version is unknown. Existing hooks stay.
   */
  readonly reason: 'project' | 'old' | 'unknown';
}

/** Finds the hosts whose settings our hooks would harm. `--force` allows hooks for a host whose version is unknown. */
export async function withheldFrom(
  hosts: readonly SetupHost[],
  { project, force }: InitRequest,
  { places }: SetupOptions,
  stop: AbortSignal,
): Promise<readonly Withheld[]> {
  const found = hosts.map(async (host): Promise<readonly Withheld[]> => {
    const { notInProject } = host.setup;
    if (project && notInProject !== undefined && hookLists(host, places).some(({ inProject }) => inProject)) {
      const mend = `\`mcp-pruner init --${host.name}\` puts them into your own settings`;
      return [{ host, why: notInProject, mend, reason: 'project' }];
    }
    const old = await whyTooOld(host, places, stop);
    if (old === undefined || (force && !old.isKnown)) return [];
    return [{ host, why: old.why, mend: mendOf(host, old), reason: old.isKnown ? 'old' : 'unknown' }];
  });
  return (await Promise.all(found)).flat();
}

function mendOf({ name }: SetupHost, { mend, isKnown }: TooOld): string {
  const again = `${mend}, and run \`mcp-pruner init --${name}\` again`;
  return isKnown ? again : `${again}; --force writes them anyway`;
}

/** Formats the reason as a line for people. */
export function toWithheldLine({ host, why, mend, reason }: Withheld): string {
  const where = reason === 'project' ? ' in this project' : '';
  return `Wrote no hooks for ${host.setup.title}${where}: ${why}; ${mend}`;
}

/** Converts the reason for `--json`. */
export const toWithheldJson = ({ host: { name }, ...more }: Withheld): object => ({ host: name, ...more });
