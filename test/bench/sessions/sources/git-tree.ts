import { openGit } from '../git.ts';
import type { Repository } from './git-blobs.ts';

export interface TreeFile {
  readonly file: string;
  readonly blob: string;
  /** Size in bytes; undefined for a missing object, for example in a partial clone. */
  readonly bytes: number | undefined;
}

/** Lists the files of a branch or commit. */
export async function listTree(
  { repo, env, timeout }: Repository,
  tree: string,
  signal: AbortSignal,
): Promise<readonly TreeFile[]> {
  const listed = await openGit(repo, env, signal, timeout)('ls-tree', '-r', '-l', '-z', tree);
  return listed.split('\0').flatMap((line): readonly TreeFile[] => {
    const [about = '', file] = line.split('\t');
    const [, , blob = '', size] = about.split(/ +/);
    // Git writes BAD or - instead of the size of a missing object.
    return file === undefined ? [] : [{ file, blob, bytes: /^\d+$/.test(size ?? '') ? Number(size) : undefined }];
  });
}
