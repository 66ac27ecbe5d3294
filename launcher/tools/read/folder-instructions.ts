import { access } from 'node:fs/promises';
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
  const told = new Set<string>();
  return {
    async of(file) {
      const found: string[] = [];
      const own = path.resolve(root, file);
      told.add(own);
      for (let folder = path.dirname(own); isBelow(root, folder); folder = path.dirname(folder)) {
        for (const name of NAMES) {
          const instructions = path.join(folder, name);
          if (told.has(instructions) || !(await isThere(instructions))) continue;
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

async function isThere(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}
