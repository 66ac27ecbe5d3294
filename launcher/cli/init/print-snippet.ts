import { HOSTS } from '../../hosts/hosts.ts';
import { type Launch, plainServer } from '../../hosts/launch.ts';
import type { Places } from '../../hosts/places.ts';
import { toToml } from '../../platform/text/to-toml.ts';
import { type CommandContext, UsageError } from '../command.ts';
import { printable } from '../printable.ts';
import type { InitRequest } from './init-request.ts';

/** Prints the server's entry for a host's file, for users who edit it by hand. */
export function printSnippet(
  { stdout, stderr }: Pick<CommandContext, 'stdout' | 'stderr'>,
  wanted: string,
  { name, project }: Pick<InitRequest, 'name' | 'project'>,
  launch: Launch,
  places: Places | undefined,
): number {
  const host = HOSTS.find((one) => one.name === wanted);
  if (host === undefined && wanted !== 'json' && wanted !== 'toml') {
    const allowed = [...HOSTS.map((one) => one.name), 'json', 'toml'].join(', ');
    throw new UsageError(`cannot print for "${wanted}": expected ${allowed}`);
  }
  const files = places === undefined ? [] : (host?.files(places) ?? []);
  const file = files.find(({ folder }) => (folder !== undefined) === project) ?? files[0];
  const setup = host?.setup;
  const full = { ...launch, env: { ...setup?.env, ...launch.env } };
  const server = (setup?.toServer ?? plainServer)(full);
  const isToml = wanted === 'toml' || file?.format === 'toml';
  const key = file?.key ?? (isToml ? 'mcp_servers' : 'mcpServers');
  stdout.write(isToml ? toTable(key, name, server) : `${JSON.stringify({ [key]: { [name]: server } }, null, 2)}\n`);
  if (file !== undefined) stderr.write(`mcp-pruner: this goes into ${printable(file.path)}\n`);
  return 0;
}

function toTable(key: string, name: string, server: object): string {
  const entries = Object.entries(server).map(([one, value]) => `${one} = ${toToml(value)}`);
  return [`[${key}.${name}]`, ...entries, ''].join('\n');
}
