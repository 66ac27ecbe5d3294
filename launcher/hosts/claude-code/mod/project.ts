import { IGNORE_FILE } from '../../../../src/text/hook-notice.ts';
import { isAbsolute } from '../../../../src/unasked/paths.ts';
import { NOTHING_IGNORED, type ProjectIgnore, toProjectIgnore } from '../../../../src/unasked/project-ignore.ts';
import type { ModHost } from './mod-host.ts';

/**
 * Reads which files a project wants to be left whole, from the ignore file in its folder or in the nearest folder above.
 * If that file cannot be read, nothing is shortened.
 */
export async function readProject(host: ModHost): Promise<ProjectIgnore> {
  const root = await host.root();
  for (const folder of foldersAbove(root)) {
    const file = `${folder}/${IGNORE_FILE}`;
    if (await host.exists(file)) {
      return toProjectIgnore(await host.readFile(file).catch(() => '*'), file, folder, root);
    }
  }
  return NOTHING_IGNORED;
}

/** Returns a folder and those around it, innermost first. */
function foldersAbove(root: string): readonly string[] {
  if (!isAbsolute(root)) return [];
  const parts = root.replace(/[\\/]+$/, '').split(/[\\/]/);
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('/'));
}
