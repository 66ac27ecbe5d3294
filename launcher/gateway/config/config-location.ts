import { homedir } from 'node:os';
import path from 'node:path';
import { homeFolder } from '../../platform/settings/config.ts';

/** Absolute paths of the configuration files. */
export interface ConfigLocation {
  /** The user's own file. It is read, watched and edited. */
  readonly user: string;
  /** A repository's `.mcp.json`. It is read and watched, but never edited. */
  readonly project: string | undefined;
  /** Set if a profile applies. Without a `name`, it is the profile that the files name. */
  readonly profile?: { readonly name: string | undefined } | undefined;
}

/**
 * Returns `MCP_PRUNER_CONFIG`, otherwise `mcp-config.json` in `MCP_PRUNER_HOME`. Empty counts as unset. `project` is
 * the root whose `.mcp.json` is also used. Throws `ConfigError` as `readConfig` does.
 */
export function configLocation(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
  project?: string,
): ConfigLocation {
  const given = env['MCP_PRUNER_CONFIG'] ?? '';
  const user =
    given === ''
      ? path.join(homeFolder(env, cwd), 'mcp-config.json')
      : path.resolve(cwd, given.replace(/^~(?=$|[/\\])/, homedir()));
  return { user, project: project === undefined ? undefined : path.resolve(cwd, project, '.mcp.json') };
}
