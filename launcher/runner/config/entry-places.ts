import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Where the server's entry is looked for. */
export interface EntryPlaces {
  /** The file of an installed module; throws where there is none. */
  readonly resolve: (specifier: string) => string;
  /** Absolute: the folder of the runner's built code. */
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
