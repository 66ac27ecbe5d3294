import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { findExecutable } from '../../process/find-executable.ts';

/** The file that `command` names: with a slash in it a path from `cwd`, else a name on `searchPath`. */
export async function findCommand(
  command: string,
  cwd: string,
  searchPath: string | undefined,
): Promise<string | undefined> {
  const isPath = command.includes('/') || command.includes(path.sep);
  if (!isPath) return findExecutable(command, searchPath);
  const file = path.resolve(cwd, command);
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
