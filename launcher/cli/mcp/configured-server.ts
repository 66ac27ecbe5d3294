import type { ConfigLocation } from '../../gateway/config/config-location.ts';
import { loadSources, type SourcedServer } from '../../gateway/config/load-sources.ts';
import type { ServerConfig } from '../../gateway/config/server-config.ts';
import { shellWord } from '../../platform/text/shell-word.ts';
import { type CommandContext, type GivenOptions, UsageError } from '../command.ts';
import { printable } from '../printable.ts';
import { configuredIn } from './configured-in.ts';

export type ConfiguredServer =
  | { readonly ok: true; readonly name: string; readonly config: ServerConfig }
  | { readonly ok: false; readonly message: string };

/**
 * Returns the configuration of the server that a command names, and says on stderr if the server is disabled. Throws
 * `UsageError` without a name.
 */
export async function configuredServer(
  context: CommandContext,
  given: GivenOptions,
  name: string | undefined,
): Promise<ConfiguredServer> {
  if (name === undefined) throw new UsageError('cannot use a server: expected its name');
  const location = configuredIn(context, given);
  const { servers, faults } = await loadSources(location);
  const server = servers.find((one) => one.name === name);
  if (server?.ok === true) {
    const file = location[server.source] ?? location.user;
    if (!server.config.enabled) context.stderr.write(`mcp-pruner: ${printable(disabledText(name, file, location))}\n`);
    return { ok: true, name, config: server.config };
  }
  const why = server === undefined ? missing(servers, faults) : server.issues.map(({ message }) => message).join('; ');
  return { ok: false, message: `cannot use the server ${JSON.stringify(name)}: ${why}` };
}

/** Says where a server is disabled, and how to enable it. The command edits the user's own file unless told another. */
function disabledText(name: string, file: string, { user }: ConfigLocation): string {
  const other = file === user ? '' : ` --config ${shellWord(file)}`;
  return `${JSON.stringify(name)} is disabled in ${JSON.stringify(file)}; to enable it: mcp-pruner mcp enable ${shellWord(name)}${other}`;
}

function missing(servers: readonly SourcedServer[], faults: readonly { readonly message: string }[]): string {
  if (faults.length > 0) return faults.map(({ message }) => message).join('; ');
  const names = servers.map(({ name }) => JSON.stringify(name)).join(', ');
  return `no server has that name, expected ${servers.length === 0 ? 'none, because none is configured' : `one of ${names}`}`;
}
