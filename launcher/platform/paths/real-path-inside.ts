import { realpath } from 'node:fs/promises';
import { isInside } from './resolve-inside.ts';

export type RealPath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly reason: 'missing' | 'denied' | 'outside' | 'unreadable'; readonly errno: string };

/** Resolves all links of `absolute`. Returns `outside` if they lead out of `root`, which must be a real path. */
export async function realPathInside(root: string, absolute: string): Promise<RealPath> {
  try {
    const real = await realpath(absolute);
    return isInside(root, real) ? { ok: true, path: real } : { ok: false, reason: 'outside', errno: 'EXDEV' };
  } catch (error) {
    const errno = (error as NodeJS.ErrnoException).code ?? 'EIO';
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return { ok: false, reason: 'missing', errno };
    if (errno === 'EACCES' || errno === 'EPERM') return { ok: false, reason: 'denied', errno };
    return { ok: false, reason: 'unreadable', errno };
  }
}
