import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Access to the places where the server's entry file may be. */
export interface EntryPlaces {
  /** Resolves a module to its file; throws if it is not installed. */
  readonly resolve: (specifier: string) => string;
  /** Absolute path of the folder with the runner's built code. */
  readonly folder: string;
  readonly isReadableFile: (file: string) => boolean;
}

export const installedPlaces: EntryPlaces = {
  resolve: (specifier) => createRequire(import.meta.url).resolve(specifier),
  folder: import.meta.dirname,
  isReadableFile: (file) => {
    try {
      accessSync(file, constants.R_OK);
      return statSync(file).isFile();
    } catch {
      return false;
    }
  },
};
