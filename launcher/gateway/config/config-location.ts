import { homedir } from 'node:os';
import path from 'node:path';
import { homeFolder } from '../../config/config.ts';

/** Where servers are configured. Absolute paths. */
export interface ConfigLocation {
  /** The user's own file: read, watched and edited. */
  readonly user: string;
  /** A repository's `.mcp.json`: read and watched alone. */
  readonly project: string | undefined;
  /** Set where a profile counts: the one named, else the one that the files name. */
  readonly profile?: { readonly name: string | undefined } | undefined;
}

/**
 * `MCP_PRUNER_CONFIG`, else `mcp-config.json` in `MCP_PRUNER_HOME`; empty counts as unset. `project`: the root whose
 * `.mcp.json` was asked for. Throws `ConfigError` as `readConfig` does.
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
