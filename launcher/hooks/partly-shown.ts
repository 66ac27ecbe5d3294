import { isSameFile } from './shown-files.ts';

/** Max files to remember. */
const MAX_FILES = 256;

/** Files that were shown to an agent with parts left out. */
export interface PartlyShown {
  add(files: readonly string[]): void;
  has(file: string): boolean;
}

export function createPartlyShown(): PartlyShown {
  const held = new Set<string>();
  return {
    add(files) {
      for (const file of files) {
        held.delete(file);
        held.add(file);
      }
      for (const oldest of held) {
        if (held.size <= MAX_FILES) break;
        held.delete(oldest);
      }
    },
    has: (file) => [...held].some((other) => isSameFile(file, other)),
  };
}
