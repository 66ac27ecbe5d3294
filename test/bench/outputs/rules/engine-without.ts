import { readFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import type { pruneText } from '../../../../src/engine/embedded.ts';
import { pruneText as whole } from '../../../../src/engine/embedded.ts';
import type { Without } from './rule.ts';

/** A change of the engine's source that takes a rule out. */
export interface Edit {
  /** File below `src/engine`. */
  readonly file: string;
  /** Text that stands in the file once, and what stands there without the rule. */
  readonly from: string;
  readonly to: string;
}

const ENGINE: string = new URL('../../../../src/engine/', import.meta.url).href;
const edits = new Map<string, Edit>();
let isReady = false;

/** Returns an engine with an edit: a second copy of its modules in this process. The files stay as they are. */
export async function engineWithout(edit: Edit): Promise<Without> {
  prepare();
  const id = String(edits.size + 1);
  edits.set(id, edit);
  const url = `${ENGINE}embedded.ts?without=${id}`;
  const { pruneText: prune }: { pruneText: typeof pruneText } = await import(url);
  if (prune === whole) throw new Error(`loading an engine without "${edit.from}": got the engine with it`);
  return { prune, putBack: () => undefined };
}

/** Reads the file of an edit. */
export function fileOf({ file }: Edit): string {
  return readFileSync(fileURLToPath(`${ENGINE}${file}`), 'utf8');
}

function prepare(): void {
  if (isReady) return;
  isReady = true;
  nodeModule.registerHooks({
    // A module of a copy imports modules of the same copy.
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const id = idOf(context.parentURL ?? '');
      return id === undefined || !found.url.startsWith(ENGINE)
        ? found
        : { ...found, url: `${found.url}?without=${id}` };
    },
    load(url, context, next) {
      const loaded = next(url, context);
      const edit = edits.get(idOf(url) ?? '');
      if (edit === undefined || !url.startsWith(`${ENGINE}${edit.file}?`)) return loaded;
      return { ...loaded, source: String(loaded.source).replace(edit.from, () => edit.to) };
    },
  });
}

function idOf(url: string): string | undefined {
  return url.startsWith(ENGINE) ? /\?without=(\d+)$/.exec(url)?.[1] : undefined;
}
