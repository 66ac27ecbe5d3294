import { homedir } from 'node:os';
import { loadConfig } from '../../gateway/config/load-config.ts';
import { saveEdit } from '../../gateway/config/save-edit.ts';
import { findServers } from '../../gateway/import/find-servers.ts';
import { HOSTS, type Host } from '../../gateway/import/hosts.ts';
import { literalSecrets } from '../../gateway/import/literal-secrets.ts';
import { type PlannedServer, planImport } from '../../gateway/import/plan-import.ts';
import { alignRows } from '../align-rows.ts';
import { type CommandContext, type GivenOptions, UsageError } from '../command.ts';
import { configuredIn } from './configured-in.ts';
import { IMPORT_HEAD, type ImportedServer, toImportJson, toImportRow } from './import-row.ts';
import { printable } from './printable.ts';

/** Shows the servers that hosts have configured, and adds those that are named. */
export async function runImport(
  context: CommandContext,
  given: GivenOptions,
  names: readonly string[],
): Promise<number> {
  const { env, cwd, stdout, stderr } = context;
  if (given['all'] === true && names.length > 0)
    throw new UsageError('cannot take names and --all: allowed is one of them');
  const say = (message: string): void => void stderr.write(`mcp-pruner: ${printable(message)}\n`);
  const hosts = hostsOf(given['from']);
  const file = configuredIn(context, given).user;
  const configured = await loadConfig(file);
  if (!configured.ok) {
    say(configured.message);
    return 1;
  }
  const home = env['HOME'] || env['USERPROFILE'] || homedir();
  const found = await findServers(hosts, { env, cwd, home, platform: process.platform });
  for (const message of found.faults) say(message);
  const planned = planImport(found.servers, configured.servers);
  const chosen = (one: PlannedServer): boolean => given['all'] === true || names.includes(one.found.name);
  const imported: ImportedServer[] = [];
  for (const one of planned) {
    const add = one.state === 'new' && chosen(one);
    imported.push(
      add && given['dry-run'] !== true ? await added(file, one) : { ...one, result: add ? 'would add' : one.state },
    );
  }
  const unknown = names.filter((name) => !planned.some(({ found: { name: known } }) => known === name));
  for (const name of unknown) say(`cannot import ${JSON.stringify(name)}: no host has one of that name`);
  for (const {
    found: { name, usable },
    result,
  } of imported) {
    if (!usable.ok || (result !== 'added' && result !== 'would add')) continue;
    for (const note of usable.notes) say(`${JSON.stringify(name)}: ${note}`);
    for (const path of literalSecrets(usable.config)) {
      say(`${path} of ${JSON.stringify(name)} holds a secret itself: better is a reference, '\${VAR}'`);
    }
  }
  if (given['json'] === true) stdout.write(`${JSON.stringify({ file, servers: imported.map(toImportJson) })}\n`);
  else if (imported.length > 0) stdout.write(`${alignRows([IMPORT_HEAD, ...imported.map(toImportRow)]).join('\n')}\n`);
  if (imported.length === 0) say(`no server is configured in ${hosts.map(({ name }) => name).join(', ')}`);
  else if (given['all'] !== true && names.length === 0 && imported.some(({ result }) => result === 'new')) {
    say('nothing was added: name servers, or say --all');
  }
  const missed = names.filter((name) => !imported.some((one) => one.found.name === name && isThere(one)));
  return missed.length > 0 || imported.some(({ result }) => result === 'failed') ? 1 : 0;
}

const isThere = ({ result }: ImportedServer): boolean => ['added', 'would add', 'same'].includes(result);

async function added(file: string, one: PlannedServer): Promise<ImportedServer> {
  const { name, usable } = one.found;
  if (!usable.ok) return { ...one, result: one.state };
  const saved = await saveEdit(file, { kind: 'add', name, server: usable.entry });
  return saved.ok ? { ...one, result: 'added' } : { ...one, result: 'failed', why: saved.message };
}

function hostsOf(from: GivenOptions[string]): readonly Host[] {
  if (!Array.isArray(from)) return HOSTS;
  const unknown = from.find((name) => !HOSTS.some((host) => host.name === name));
  if (unknown === undefined) return HOSTS.filter(({ name }) => from.includes(name));
  throw new UsageError(`cannot use --from "${unknown}": allowed is ${HOSTS.map(({ name }) => name).join(', ')}`);
}
