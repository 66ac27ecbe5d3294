import { hasReference } from './references.ts';
import type { ConfigIssue, LoadedServer, ServerConfig } from './server-config.ts';

const OTHERS_WRITE = 0o022;
const OTHERS_READ = 0o044;

/**
 * Warns if others may change the file, because it names programs to start. Also warns if others may read it while it
 * contains literal values in `env` or `headers`, or a client secret. Windows has no such permission bits.
 */
export function checkPermissions(
  path: string,
  mode: number,
  servers: readonly LoadedServer[],
  platform: NodeJS.Platform = process.platform,
): readonly ConfigIssue[] {
  if (platform === 'win32') return [];
  const warn = (what: string): readonly ConfigIssue[] => {
    const message = `other users may ${what} ${JSON.stringify(path)} (mode ${mode.toString(8)}): run chmod 600 on it`;
    return [{ path, message }];
  };
  if ((mode & OTHERS_WRITE) !== 0) return warn('change');
  const literal = servers.some((server) => server.ok && holdsValues(server.config));
  return (mode & OTHERS_READ) !== 0 && literal ? warn('read the values of env and headers in') : [];
}

function holdsValues(config: ServerConfig): boolean {
  const values =
    config.transport === 'http'
      ? [...Object.values(config.headers), config.oauth?.clientSecret ?? '']
      : Object.values(config.env);
  return values.some((value) => value !== '' && !hasReference(value));
}
