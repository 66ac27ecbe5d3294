import { MCPConfigError, MCPConnectionError } from '../../gateway/config/server-errors.ts';
import { authorize } from '../../gateway/sign-in/authorize.ts';
import { openTokenFile } from '../../gateway/sign-in/token-file.ts';
import { expandConfig } from '../../gateway/upstream/connection/expand-config.ts';
import { homeFolder } from '../../platform/settings/config.ts';
import type { CommandContext, GivenOptions } from '../command.ts';
import { jsonLine } from '../json-line.ts';
import { configuredServer } from './configured-server.ts';
import { sayFailure } from './say-failure.ts';

/** Signs the user in to a server: prints the page to open, and waits for the browser's redirect. */
export async function runAuth(
  context: CommandContext,
  given: GivenOptions,
  [named]: readonly string[],
): Promise<number> {
  const { env, cwd, stdout, stderr, stop } = context;
  const fail = (message: string): number => sayFailure(context, given, named, message);
  const server = await configuredServer(context, given, named);
  if (!server.ok) return fail(server.message);
  const { name } = server;
  const cannot = `cannot sign in to the server ${JSON.stringify(name)}`;
  try {
    const config = expandConfig({ ok: true, name, config: server.config }, env);
    if (config.transport !== 'http')
      return fail(`${cannot}: it is a program on this machine: expected a server with a url`);
    const { url, headers, oauth } = config;
    if (Object.keys(headers).some((header) => header.toLowerCase() === 'authorization')) {
      return fail(`${cannot}: its headers contain an Authorization, which takes precedence`);
    }
    const onUrl = (page: URL): void => void stderr.write(`Open this page to sign in:\n\n  ${page.href}\n\n`);
    const tokens = openTokenFile(homeFolder(env, cwd));
    if (given['forget'] === true && (await tokens.forget(name)))
      stderr.write(`Deleted the sign-in to ${JSON.stringify(name)}\n`);
    const result = await authorize({ server: name, url, headers, oauth, tokens, onUrl, stop });
    const said =
      result === 'signed_in'
        ? `Signed in to ${JSON.stringify(name)}`
        : `${JSON.stringify(name)} does not ask for a sign-in`;
    stdout.write(given['json'] === true ? jsonLine({ name, result }) : `${said}\n`);
    return 0;
  } catch (error) {
    if (error instanceof MCPConnectionError || error instanceof MCPConfigError) return fail(error.message);
    throw error;
  }
}
