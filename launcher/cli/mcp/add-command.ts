import { checkServer } from '../../gateway/config/check-server.ts';
import { type SavedEdit, saveEdit } from '../../gateway/config/save-edit.ts';
import type { ServerEntry } from '../../gateway/config/server-schema.ts';
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
import { toEntry } from './to-entry.ts';

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
