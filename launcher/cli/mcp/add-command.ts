import path from 'node:path';
import { checkServer } from '../../gateway/config/check-server.ts';
import { hasReference } from '../../gateway/config/references.ts';
import { type SavedEdit, saveEdit } from '../../gateway/config/save-edit.ts';
import { SERVER_TIMEOUT_MS, type ServerEntry } from '../../gateway/config/server-schema.ts';
import { shownServer } from '../../gateway/config/shown-server.ts';
import { shellWord } from '../../platform/text/shell-word.ts';
import { isOurselves } from '../../setup/import/is-ourselves.ts';
import { literalSecrets } from '../../setup/import/literal-secrets.ts';
import { type CommandContext, type GivenOptions, UsageError } from '../command.ts';
import { jsonLine } from '../json-line.ts';
import { printable } from '../printable.ts';
import { configuredIn } from './configured-in.ts';
import { sayFailure } from './say-failure.ts';
import { toSecretWarning } from './secret-warning.ts';

/**
 * Builds the server's entry from the arguments of `mcp add`; fields that were not given are absent. Throws a
 * `UsageError` that contains no value.
 */
function toEntry(given: GivenOptions, words: readonly string[], cwd: string): ServerEntry {
  const [command, ...args] = words;
  const { url } = given;
  if (command !== undefined && typeof url === 'string') {
    throw new UsageError('cannot add a server with --url and a command: expected one of them');
  }
  if (typeof url === 'string') {
    refuse(given, ['env', 'cwd'], 'a command');
    return {
      url,
      ...filled('headers', pairs(given, 'header', /^([^:]+?)\s*:\s*([\s\S]*)$/, "'K: V'")),
      ...common(given),
    };
  }
  if (command === undefined) throw new UsageError('cannot add a server: expected -- COMMAND or --url URL');
  refuse(given, ['header'], '--url');
  const env = filled('env', pairs(given, 'env', /^([^=]+)=([\s\S]*)$/, 'K=V'));
  const folder = given['cwd'];
  // The launcher runs in a different folder later, so make the path absolute.
  const at = typeof folder === 'string' ? { cwd: hasReference(folder) ? folder : path.resolve(cwd, folder) } : {};
  return { command, ...(args.length > 0 ? { args } : {}), ...env, ...at, ...common(given) };
}

function common(given: GivenOptions): ServerEntry {
  const allowed = list(given, 'allow');
  const blocked = list(given, 'block');
  const { timeout } = given;
  return {
    ...(given['disabled'] === true ? { enabled: false } : {}),
    ...(allowed.length > 0 ? { allowedTools: allowed } : {}),
    ...(blocked.length > 0 ? { blockedTools: blocked } : {}),
    ...(typeof timeout === 'string' ? { timeout: toTimeout(timeout) } : {}),
    ...(given['no-shape'] === true ? { shape: false } : {}),
    ...(given['no-focus'] === true ? { focus: false } : {}),
  };
}

function toTimeout(value: string): number {
  const { min, max } = SERVER_TIMEOUT_MS;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= min && number <= max) return number;
  throw new UsageError(`cannot use --timeout "${value}": expected an integer from ${min} to ${max}`);
}

function refuse(given: GivenOptions, names: readonly string[], needed: string): void {
  const useless = names.find((name) => given[name] !== undefined);
  if (useless !== undefined) throw new UsageError(`cannot use --${useless} without ${needed}`);
}

function list(given: GivenOptions, name: string): readonly string[] {
  const values = given[name];
  return Array.isArray(values) ? values : [];
}

/** Parses KEY=VALUE options. Errors do not quote the text, which may be a secret with a wrong separator. */
function pairs(given: GivenOptions, name: string, form: RegExp, allowed: string): Record<string, string> {
  return Object.fromEntries(
    list(given, name).map((text, at) => {
      const [, key, value] = form.exec(text) ?? [];
      if (key !== undefined && value !== undefined) return [key, value];
      throw new UsageError(`cannot read --${name} number ${at + 1}: expected ${allowed}`);
    }),
  );
}

function filled(key: 'env' | 'headers', values: Readonly<Record<string, string>>): ServerEntry {
  return Object.keys(values).length > 0 ? { [key]: values } : {};
}

/** Adds a server to the configuration. With `--force` it replaces an existing one. */
export async function runAdd(
  context: CommandContext,
  given: GivenOptions,
  [name]: readonly string[],
  words: readonly string[],
): Promise<number> {
  if (name === undefined) throw new UsageError('cannot add a server: expected a name');
  const { stdout, stderr } = context;
  const server = toEntry(given, words, context.cwd);
  if (isOurselves(name, server)) {
    throw new UsageError(`cannot add ${JSON.stringify(name)}: it is mcp-pruner itself`);
  }
  const file = configuredIn(context, given).user;
  const saved = await save(file, name, server, given['force'] === true);
  if (!saved.ok) {
    // The arguments are invalid, not the existing file.
    if (saved.reason === 'invalid') throw new UsageError(saved.message);
    const hint = saved.reason === 'exists' ? '; --force replaces it' : '';
    return sayFailure(context, given, name, `${saved.message}${hint}`);
  }
  const { server: checked } = checkServer(name, server);
  if (!checked.ok) throw new Error(`A server was written that does not load: ${JSON.stringify(name)}`);
  for (const path of literalSecrets(checked.config)) {
    stderr.write(`mcp-pruner: ${printable(toSecretWarning(name, path))}\n`);
  }
  if (given['json'] === true) {
    stdout.write(jsonLine({ name, file, changed: saved.changed, server: shownServer(checked.config) }));
  } else {
    stdout.write(`${saved.changed ? 'Added' : 'There already is'} ${JSON.stringify(name)} in ${file}\n`);
    if (checked.config.enabled) stdout.write(`Try it: mcp-pruner mcp test ${shellWord(name)}\n`);
  }
  return 0;
}

async function save(file: string, name: string, server: ServerEntry, force: boolean): Promise<SavedEdit> {
  if (!force) return saveEdit(file, { kind: 'add', name, server });
  const replaced = await saveEdit(file, { kind: 'replace', name, server });
  return !replaced.ok && replaced.reason === 'missing' ? saveEdit(file, { kind: 'add', name, server }) : replaced;
}
