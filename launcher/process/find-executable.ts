import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';

/** The absolute path of the first file called `name` on `searchPath` that may be executed. */
export async function findExecutable(name: string, searchPath: string | undefined): Promise<string | undefined> {
  const endings = process.platform === 'win32' ? ['.exe', ''] : [''];
  for (const directory of (searchPath ?? '').split(path.delimiter)) {
    // An empty or relative entry means the working directory, which is the model's to write: never run from there.
    if (!path.isAbsolute(directory)) continue;
    for (const ending of endings) {
      const candidate = path.join(directory, name + ending);
      try {
        await access(candidate, constants.X_OK);
        if ((await stat(candidate)).isFile()) return candidate;
      } catch {
        // Not here: the next one.
      }
    }
  }
  return undefined;
}
