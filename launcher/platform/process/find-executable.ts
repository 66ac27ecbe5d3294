import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { pathsOf } from '../paths/resolve-inside.ts';

/** File extensions of programs on Windows, in the system's search order. */
export const WINDOWS_ENDINGS: readonly string[] = ['.exe', '.cmd', '.bat', ''];

/** Returns the absolute path of the first executable file called `name` on `searchPath`. */
export async function findExecutable(
  name: string,
  searchPath: string | undefined,
  platform: NodeJS.Platform = process.platform,
  isExecutable: (file: string) => Promise<boolean> = isExecutableFile,
): Promise<string | undefined> {
  const { delimiter, isAbsolute, join } = pathsOf(platform);
  // The empty extension covers names that already have one.
  const endings = platform === 'win32' ? WINDOWS_ENDINGS : [''];
  for (const directory of (searchPath ?? '').split(delimiter)) {
    // Skip empty and relative entries: they mean the working directory, where the model can write.
    if (!isAbsolute(directory)) continue;
    for (const ending of endings) {
      const candidate = join(directory, name + ending);
      if (await isExecutable(candidate)) return candidate;
    }
  }
  return undefined;
}

export async function isExecutableFile(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
