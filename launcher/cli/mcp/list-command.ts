import { type LoadedSources, loadSources, type SourcedServer } from '../../gateway/config/load-sources.ts';
import { shownServer } from '../../gateway/config/shown-server.ts';
import { alignRows } from '../align-rows.ts';
import type { CommandContext, GivenOptions } from '../command.ts';
import { jsonLine } from '../json-line.ts';
import { printable } from '../printable.ts';
import { configuredIn } from './configured-in.ts';
import { lazyNotice } from './lazy-notice.ts';
import { SERVER_HEAD, toServerRow } from './server-row.ts';

/** Lists the configured servers. If a file cannot be read, still shows those of the other one, then fails. */
export async function runList(context: CommandContext, given: GivenOptions): Promise<number> {
  const { env, stdout, stderr } = context;
  const { profile } = given;
  const location = {
    ...configuredIn(context, given),
    ...(typeof profile === 'string' && { profile: { name: profile } }),
  };
  const loaded = await loadSources(location);
  for (const message of messagesOf(loaded)) stderr.write(`mcp-pruner: ${printable(message)}\n`);
  if (given['json'] === true) {
    stdout.write(jsonLine({ files: location, servers: loaded.servers.map(toJson) }));
  } else if (loaded.servers.length > 0) {
    const [head = '', ...rows] = alignRows([SERVER_HEAD, ...loaded.servers.map(toServerRow)]);
    const plain = !stdout.isTTY || (env['NO_COLOR'] ?? '') !== '';
    stdout.write(`${[plain ? head : `\u001b[1m${head}\u001b[22m`, ...rows].join('\n')}\n`);
  } else if (loaded.faults.length === 0) {
    stderr.write(`No servers in ${location.user}: add one with mcp-pruner mcp add NAME -- COMMAND\n`);
  }
  const notice = given['json'] === true ? undefined : await lazyNotice(context, loaded.servers);
  if (notice !== undefined) stderr.write(`mcp-pruner: ${notice}\n`);
  return loaded.faults.length === 0 ? 0 : 1;
}

function messagesOf({ faults, servers, warnings }: LoadedSources): readonly string[] {
  const wrong = servers.flatMap((server) => (server.ok ? [] : server.issues));
  return [...faults, ...wrong, ...warnings].map(({ message }) => message);
}

function toJson(server: SourcedServer): object {
  const { name, source } = server;
  if (!server.ok) return { name, source, state: 'invalid', issues: server.issues };
  return { name, source, state: server.config.enabled ? 'enabled' : 'disabled', ...shownServer(server.config) };
}
