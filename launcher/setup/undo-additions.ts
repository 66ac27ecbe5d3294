import { isDeepStrictEqual } from 'node:util';
import type { Places } from '../hosts/places.ts';
import { rootOf } from './edit/json-path.ts';
import { readText } from './files/read-text.ts';
import { writeText } from './files/write-text.ts';
import type { SetupHost } from './find-hosts.ts';

/**
 * Runs a host's program for us, and undoes what the program adds to its settings at any start, such as `$schema`.
 * Uninstalling could not distinguish that from the user's own text.
 */
export async function undoAdditions<T>(host: SetupHost, places: Places, run: () => Promise<T>): Promise<T> {
  const { newFile } = host.setup;
  if (newFile === undefined) return await run();
  const before = await Promise.all(host.files(places).map(async ({ path }) => ({ path, old: await readText(path) })));
  try {
    return await run();
  } finally {
    for (const { path, old } of before) {
      const now = await readText(path);
      if (!old.ok || !now.ok || old.text === undefined || now.text === undefined || old.text === now.text) continue;
      const had = Object.keys(newFile).every((key) => key in rootOf(old.text ?? ''));
      // Otherwise somebody has edited the file meanwhile.
      if (!had && isDeepStrictEqual(rootOf(now.text), { ...newFile, ...rootOf(old.text) }))
        await writeText(now, old.text);
    }
  }
}
