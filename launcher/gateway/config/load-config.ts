import { checkPermissions } from './check-permissions.ts';
import type { ConfigSettings } from './config-settings.ts';
import { parseConfig } from './parse-config.ts';
import { type ConfigFault, readConfigFile } from './read-config-file.ts';
import type { ConfigIssue, LoadedServer } from './server-config.ts';

/** One configuration file, read and validated. */
export type LoadedConfig =
  | {
      readonly ok: true;
      readonly servers: readonly LoadedServer[];
      readonly settings?: ConfigSettings | undefined;
      readonly warnings: readonly ConfigIssue[];
    }
  | ConfigFault;

/**
 * Reads and validates one file. A missing file has no servers. If `shared`, its permissions are not checked, since it
 * is part of a repository.
 */
export async function loadConfig(path: string, shared = false): Promise<LoadedConfig> {
  const read = await readConfigFile(path);
  if (!read.ok) return read;
  if (read.text === undefined) return { ok: true, servers: [], warnings: [] };
  const parsed = parseConfig(read.text);
  if (!parsed.ok) {
    const { kind, message } = parsed.fault;
    return { ok: false, reason: kind, message: `cannot read ${JSON.stringify(path)}: ${message}` };
  }
  const located = (issue: ConfigIssue): ConfigIssue => ({
    ...issue,
    message: `${issue.message} (line ${parsed.lineOf(issue.path)} of ${JSON.stringify(path)})`,
  });
  const open = shared ? [] : checkPermissions(path, read.mode, parsed.servers);
  return {
    ok: true,
    servers: parsed.servers.map((server) => (server.ok ? server : { ...server, issues: server.issues.map(located) })),
    settings: parsed.settings,
    warnings: [...parsed.warnings.map(located), ...open],
  };
}
