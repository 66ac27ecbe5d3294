import { loadSources, type SourcedServer } from '../../gateway/config/load-sources.ts';
import type { ServerConfig } from '../../gateway/config/server-config.ts';
import { type CommandContext, type GivenOptions, UsageError } from '../command.ts';
import { configuredIn } from './configured-in.ts';

export type ConfiguredServer =
  | { readonly ok: true; readonly name: string; readonly config: ServerConfig }
  | { readonly ok: false; readonly message: string };

/** Returns the configuration of the server that a command names. Throws `UsageError` without a name. */
export async function configuredServer(
  context: CommandContext,
  given: GivenOptions,
  name: string | undefined,
): Promise<ConfiguredServer> {
  if (name === undefined) throw new UsageError('cannot use a server: expected its name');
  const { servers, faults } = await loadSources(configuredIn(context, given));
  const server = servers.find((one) => one.name === name);
  if (server?.ok === true) return { ok: true, name, config: server.config };
  const why = server === undefined ? missing(servers, faults) : server.issues.map(({ message }) => message).join('; ');
  return { ok: false, message: `cannot use the server ${JSON.stringify(name)}: ${why}` };
}

function missing(servers: readonly SourcedServer[], faults: readonly { readonly message: string }[]): string {
  if (faults.length > 0) return faults.map(({ message }) => message).join('; ');
  const names = servers.map(({ name }) => JSON.stringify(name)).join(', ');
  return `no server has that name, expected ${servers.length === 0 ? 'none, because none is configured' : `one of ${names}`}`;
}
