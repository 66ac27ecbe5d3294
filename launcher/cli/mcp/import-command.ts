import { homedir } from 'node:os';
import { loadConfig } from '../../gateway/config/load-config.ts';
import { shownServer } from '../../gateway/config/shown-server.ts';
import type { Host } from '../../hosts/host.ts';
import { HOSTS } from '../../hosts/hosts.ts';
import { findServers } from '../../setup/import/find-servers.ts';
import { type ImportedServer, importServers } from '../../setup/import/import-servers.ts';
import { literalSecrets } from '../../setup/import/literal-secrets.ts';
import { planImport } from '../../setup/import/plan-import.ts';
import { alignRows } from '../align-rows.ts';
import { type CommandContext, type GivenOptions, UsageError } from '../command.ts';
import { jsonLine } from '../json-line.ts';
import { printable } from '../printable.ts';
import { configuredIn } from './configured-in.ts';
import { sayFailure } from './say-failure.ts';
import { toSecretWarning } from './secret-warning.ts';
import { targetOf } from './server-row.ts';

const IMPORT_HEAD = ['NAME', 'RESULT', 'HOST', 'COMMAND OR URL, OR WHY NOT'] as const;

function toImportRow({ found: { name, host, usable }, result, why }: ImportedServer): readonly string[] {
  const target = usable.ok ? targetOf(usable.config) : '';
  return [name, result, host, why ?? target].map(printable);
}

function toImportJson({ found, result, why }: ImportedServer): object {
  const { name, host, file, usable } = found;
  return { name, host, file, result, why, ...(usable.ok ? { server: shownServer(usable.config) } : {}) };
}

/** Returns warnings about an imported server. */
function importWarnings({ found: { name, usable }, result }: ImportedServer): readonly string[] {
  if (!usable.ok || (result !== 'added' && result !== 'would add')) return [];
  const notes = usable.notes.map((note) => `${JSON.stringify(name)}: ${note}`);
  return [...notes, ...literalSecrets(usable.config).map((path) => toSecretWarning(name, path))];
}

/** Lists the servers that hosts have configured, and imports the named ones. */
export async function runImport(
  context: CommandContext,
  given: GivenOptions,
  names: readonly string[],
): Promise<number> {
  const { env, cwd, stdout, stderr } = context;
  const all = given['all'] === true;
  if (all && names.length > 0) throw new UsageError('cannot take names and --all: expected one of them');
  const say = (message: string): void => void stderr.write(`mcp-pruner: ${printable(message)}\n`);
  const hosts = hostsOf(given['from']);
  const file = configuredIn(context, given).user;
  const configured = await loadConfig(file);
  if (!configured.ok) {
    return sayFailure(context, given, undefined, configured.message);
  }
  const home = env['HOME'] || env['USERPROFILE'] || homedir();
  const found = await findServers(hosts, { env, cwd, home, platform: process.platform });
  const imported = await importServers(planImport(found.servers, configured.servers), {
    file,
    chosen: (name) => all || names.includes(name),
    dryRun: given['dry-run'] === true,
  });
  if (given['json'] === true) stdout.write(jsonLine({ file, servers: imported.map(toImportJson) }));
  else if (imported.length > 0) stdout.write(`${alignRows([IMPORT_HEAD, ...imported.map(toImportRow)]).join('\n')}\n`);
  for (const message of [...found.faults, ...imported.flatMap(importWarnings)]) say(message);
  for (const name of names.filter((one) => !imported.some((server) => server.found.name === one))) {
    say(`cannot import ${JSON.stringify(name)}: no host has a server of that name`);
  }
  if (imported.length === 0) say(`no server is configured in ${hosts.map(({ name }) => name).join(', ')}`);
  else if (!all && names.length === 0 && imported.some(({ result }) => result === 'new')) {
    say('nothing was added: name servers, or use --all');
  }
  const missed = names.filter((name) => !imported.some((one) => one.found.name === name && isThere(one)));
  return missed.length > 0 || imported.some(({ result }) => result === 'failed') ? 1 : 0;
}

const isThere = ({ result }: ImportedServer): boolean => ['added', 'would add', 'same'].includes(result);

function hostsOf(from: GivenOptions[string]): readonly Host[] {
  if (!Array.isArray(from)) return HOSTS;
  const unknown = from.find((name) => !HOSTS.some((host) => host.name === name));
  if (unknown === undefined) return HOSTS.filter(({ name }) => from.includes(name));
  throw new UsageError(`cannot use --from "${unknown}": expected ${HOSTS.map(({ name }) => name).join(', ')}`);
}
