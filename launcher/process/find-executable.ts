import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { pathsOf } from '../paths/resolve-inside.ts';

/** Endings that make a file a program on Windows, in the order in which the system looks for them. */
export const WINDOWS_ENDINGS: readonly string[] = ['.exe', '.cmd', '.bat', ''];

/** The absolute path of the first file called `name` on `searchPath` that may be executed. */
export async function findExecutable(
  name: string,
  searchPath: string | undefined,
  platform: NodeJS.Platform = process.platform,
  isExecutable: (file: string) => Promise<boolean> = isExecutableFile,
): Promise<string | undefined> {
  const { delimiter, isAbsolute, join } = pathsOf(platform);
  // A name may have its ending already.
  const endings = platform === 'win32' ? WINDOWS_ENDINGS : [''];
  for (const directory of (searchPath ?? '').split(delimiter)) {
    // An empty or relative entry means the working directory, which is the model's to write: never run from there.
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
