import type { SetupHost } from '../../setup/find-hosts.ts';

/** A host that gets no hooks although they were asked for. */
export interface Withheld {
  readonly host: SetupHost;
  readonly why: string;
  /**
   * - `project`: the project's file must have none; the user's own may;
   * - `old`: the host does not know them;
   * - `unknown`: its version cannot be told.
   */
  readonly reason: 'project' | 'old' | 'unknown';
}

export function toWithheldLine({ host: { name, setup }, why, reason }: Withheld): string {
  const { title } = setup;
  const init = `\`mcp-pruner init --${name}\``;
  if (reason === 'project')
    return `no hooks for ${title} in this project: ${why}; ${init} puts them into your own settings`;
  const mend =
    reason === 'old' ? `update ${title}, and run ${init} again` : `put "${setup.program}" on PATH, or add --force`;
  return `no hooks for ${title}: ${why}; ${mend}`;
}

export const toWithheldJson = ({ host: { name }, why }: Withheld): object => ({ host: name, why });
