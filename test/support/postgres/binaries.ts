import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';

const DEBIAN = '/usr/lib/postgresql';

/**
 * The folder with `initdb` and `postgres`; undefined if PostgreSQL is not installed. Debian installs them outside PATH.
 */
export function binaries(): string | undefined {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => path.join(DEBIAN, version, 'bin')) : [];
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter);
  const found = [...debian, ...onPath].find((folder) => existsSync(path.join(folder, 'initdb')));
  // PATH may contain links to only some of the programs.
  return found && path.dirname(realpathSync(path.join(found, 'initdb')));
}

/** Runs a command with `psql` on a server, as an operator would. */
export function psql(url: string, command: string): string {
  return execFileSync(path.join(binaries() ?? '', 'psql'), ['-X', '-A', '-t', '-c', command, url], {
    encoding: 'utf8',
  });
}
