import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { WorkFolder } from '../../platform/paths/work-folder.ts';

/** Files with an agent's instructions for their folder. Hosts show them only after calls of their own read tools. */
const NAMES = ['CLAUDE.md', 'AGENTS.md', 'GEMINI.md'];

/** Reports instructions of folders, each file once. */
export type FolderInstructions = ReturnType<typeof createFolderInstructions>;

/** Creates the registry. `start` must be a real path. It is the agent's folder and root by default. */
export function createFolderInstructions(start: string) {
  // Real paths of reported files, because `AGENTS.md` is often a link to `CLAUDE.md` or vice versa.
  const told = new Set<string>();
  return {
    /**
     * Returns paths of instruction files that apply to a file and were not reported yet, relative to the agent's folder.
     * They are in order from the file's folder up to the folder below the root. The root's own are left out, because
     * hosts give them to their models. If the file itself contains instructions, it counts as reported.
     */
    async of(
      file: string,
      { root, folder: from }: WorkFolder = { root: start, folder: start },
    ): Promise<readonly string[]> {
      for (const name of NAMES) told.add(path.join(root, name));
      const found: string[] = [];
      const own = path.resolve(from, file);
      const real = await realpath(own).catch(() => own);
      told.add(real);
      for (let folder = path.dirname(real); isBelow(root, folder); folder = path.dirname(folder)) {
        for (const name of NAMES) {
          const instructions = await realFileOf(path.join(folder, name));
          // Our `read` tool refuses links that lead out of the root.
          if (instructions === undefined || told.has(instructions) || !isBelow(root, instructions)) continue;
          told.add(instructions);
          found.push(path.relative(from, instructions).split(path.sep).join('/'));
        }
      }
      return found;
    },
  };
}

function isBelow(root: string, folder: string): boolean {
  const relative = path.relative(root, folder);
  return relative !== '' && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
}

/** Returns the file's real path; undefined if it is not a regular file. */
async function realFileOf(file: string): Promise<string | undefined> {
  try {
    return (await stat(file)).isFile() ? await realpath(file) : undefined;
  } catch {
    return undefined;
  }
}
