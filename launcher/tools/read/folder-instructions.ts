import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** Files that tell an agent what holds in their folder. Hosts show them with their own reads alone. */
const NAMES = ['CLAUDE.md', 'AGENTS.md', 'GEMINI.md'];

/** Tells of the instructions of folders, each file once. */
export interface FolderInstructions {
  /**
   * Relative paths of instructions that hold for a file and were not told yet, from its folder up to the one below the root:
   * hosts give their models the root's own. The file itself counts as told.
   */
  of(file: string): Promise<readonly string[]>;
}

/** `root` is a real path. */
export function createFolderInstructions(root: string): FolderInstructions {
  // By their real paths: often one name is a link to the other.
  const told = new Set(NAMES.map((name) => path.join(root, name)));
  return {
    async of(file) {
      const found: string[] = [];
      const own = path.resolve(root, file);
      const real = await realpath(own).catch(() => own);
      told.add(real);
      for (let folder = path.dirname(real); isBelow(root, folder); folder = path.dirname(folder)) {
        for (const name of NAMES) {
          const instructions = await realFileOf(path.join(folder, name));
          // Our read refuses what a link leads to out of the root.
          if (instructions === undefined || told.has(instructions) || !isBelow(root, instructions)) continue;
          told.add(instructions);
          found.push(path.relative(root, instructions).split(path.sep).join('/'));
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

/** Undefined if it is no regular file. */
async function realFileOf(file: string): Promise<string | undefined> {
  try {
    return (await stat(file)).isFile() ? await realpath(file) : undefined;
  } catch {
    return undefined;
  }
}
