import { readFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

/** An edit of the source that removes a rule. */
export interface Edit {
  /** File below the folder of the modules. */
  readonly file: string;
  /** Text that occurs once in the file, and its replacement without the rule. */
  readonly from: string;
  readonly to: string;
}

interface Copy {
  readonly edits: readonly Edit[];
  /** URL of the folder of the modules. */
  readonly root: string;
}

const copies = new Map<string, Copy>();

/**
 * Imports `entry` from the folder `root` with edits applied. This loads a second copy of the folder's modules into this
 * process. The files do not change.
 */
export async function importWithout<Module>(root: string, entry: string, ...edits: readonly Edit[]): Promise<Module> {
  if (copies.size === 0) registerCopies();
  const id = String(copies.size + 1);
  copies.set(id, { edits, root });
  return await import(`${root}${entry}?without=${id}`);
}

/** Returns how often the text that an edit replaces occurs in its file. */
export const placesOf = (root: string, { file, from }: Edit): number =>
  readFileSync(fileURLToPath(`${root}${file}`), 'utf8').split(from).length - 1;

function registerCopies(): void {
  nodeModule.registerHooks({
    // A module of a copy imports modules of the same copy.
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const [id, copy] = copyOf(context.parentURL ?? '');
      const isOurs = copy !== undefined && found.url.startsWith(copy.root) && !found.url.includes('/node_modules/');
      return isOurs ? { ...found, url: `${found.url}?without=${id}` } : found;
    },
    load(url, context, next) {
      const loaded = next(url, context);
      const [, copy] = copyOf(url);
      const edits = copy?.edits.filter(({ file }) => url.startsWith(`${copy.root}${file}?`)) ?? [];
      return edits.length === 0 ? loaded : { ...loaded, source: edits.reduce(edited, String(loaded.source)) };
    },
  });
}

function edited(source: string, { file, from, to }: Edit): string {
  if (!source.includes(from)) throw new Error(`cannot take "${from}" out of ${file}: it is not there`);
  return source.replace(from, () => to);
}

function copyOf(url: string): readonly [string, Copy | undefined] {
  const id = /\?without=(\d+)$/.exec(url)?.[1] ?? '';
  return [id, copies.get(id)];
}
