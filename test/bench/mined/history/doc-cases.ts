import { type Git, GitError } from '../../sessions/git.ts';
import { findDocumented } from './documented.ts';
import { type EvalCase, isFitText, isSourcePath } from './eval-case.ts';
import { seededOrder } from './seeded-order.ts';

/** Max files to examine, and max cases of each. */
const MAX_FILES = 400;
const MAX_SHARE_OF_FILE = 4;

/**
 * Makes cases of documented functions. The question is the first sentence of a function's doc comment. The answer is
 * that function, in the file without the comment.
 */
export async function* docCases(git: Git, seed: number): AsyncGenerator<EvalCase> {
  const commit = (await git('rev-parse', 'HEAD')).trim();
  const names = (await git('ls-tree', '-r', '-z', '--full-tree', '--name-only', 'HEAD'))
    .split('\0')
    .filter(isSourcePath);
  for (const path of seededOrder(names, seed).slice(0, MAX_FILES)) {
    // A submodule may be named like a file, and a partial clone may lack a file.
    const text = await git('show', `HEAD:${path}`).catch((error: unknown) => {
      if (error instanceof GitError) return undefined;
      throw error;
    });
    if (text === undefined || !isFitText(text)) continue;
    for (const { question, without, lines } of seededOrder(findDocumented(path, text), seed).slice(
      0,
      MAX_SHARE_OF_FILE,
    )) {
      yield { family: 'doc', commit, path, question, text: without, gold: [lines] };
    }
  }
}
