import { loadConfig } from '../../gateway/config/load-config.ts';
import { saveEdit } from '../../gateway/config/save-edit.ts';
import { openTokenFile } from '../../gateway/sign-in/token-file.ts';
import { homeFolder } from '../../platform/settings/config.ts';
import { type CommandContext, type GivenOptions, UsageError } from '../command.ts';
import { jsonLine } from '../json-line.ts';
import { configuredIn } from './configured-in.ts';
import { sayFailure } from './say-failure.ts';

const DONE = { remove: 'Removed', enable: 'Enabled', disable: 'Disabled' } as const;

/** Removes, enables or disables a server. */
export async function runEdit(
  kind: keyof typeof DONE,
  context: CommandContext,
  given: GivenOptions,
  [name]: readonly string[],
): Promise<number> {
  if (name === undefined) throw new UsageError(`cannot ${kind} a server: expected its name`);
  const { stdout } = context;
  const file = configuredIn(context, given).user;
  const saved = await saveEdit(file, { kind, name });
  if (!saved.ok) {
    const known = saved.reason === 'missing' ? `; there ${await namesIn(file)}` : '';
    return sayFailure(context, given, name, `${saved.message}${known}`);
  }
  const { changed } = saved;
  if (kind === 'remove') {
    const tokens = openTokenFile(homeFolder(context.env, context.cwd));
    await tokens.forget(name).catch((error: Error) => context.stderr.write(`mcp-pruner: ${error.message}\n`));
  }
  if (given['json'] === true) stdout.write(jsonLine({ name, file, changed }));
  else
    stdout.write(changed ? `${DONE[kind]} ${JSON.stringify(name)}\n` : `${JSON.stringify(name)} is ${kind}d already\n`);
  return 0;
}

/** Lists the configured servers, as the end of a sentence. */
async function namesIn(file: string): Promise<string> {
  const loaded = await loadConfig(file);
  const names = loaded.ok ? loaded.servers.map(({ name }) => JSON.stringify(name)) : [];
  if (names.length === 0) return 'is none';
  return `${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`;
}
