import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { realPathInside } from '../paths/real-path-inside.ts';
import { resolveInside } from '../paths/resolve-inside.ts';

export type WorkingDirectory =
  | {
      readonly ok: true;
      /** Its real path. */
      readonly path: string;
      /** Path relative to the folder; `.` for the folder itself. */
      readonly relative: string;
    }
  | { readonly ok: false; readonly message: string };

/**
 * Resolves the directory `given` against `folder`. It must exist, be a directory, and not leave `root` through a link.
 */
export async function workingDirectory(
  root: string,
  given: string = '.',
  folder: string = root,
): Promise<WorkingDirectory> {
  const refused = (why: string): WorkingDirectory => ({ ok: false, message: `cwd "${given}" ${why}` });
  const absolute = resolveInside(root, path.resolve(folder, given));
  if (absolute === undefined) return refused('leaves the root; use a directory inside it');
  const real = await realPathInside(root, absolute);
  if (!real.ok) {
    if (real.reason === 'outside') return refused('leaves the root by a link; use a directory inside it');
    if (real.reason === 'missing') return refused('does not exist; it must be a directory inside the root');
    return refused(`cannot be entered (${real.errno}); it must be a directory inside the root`);
  }
  try {
    if (!(await stat(real.path)).isDirectory()) return refused('is not a directory');
    await access(real.path, constants.X_OK);
  } catch (error) {
    return refused(
      `cannot be entered (${(error as NodeJS.ErrnoException).code}); it must be a directory inside the root`,
    );
  }
  return { ok: true, path: real.path, relative: path.relative(folder, absolute) || '.' };
}
