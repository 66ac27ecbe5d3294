import type { Git } from '../../sessions/git.ts';
import { commitQuestion } from './commit-question.ts';
import { type EvalCase, isFitText, isSourcePath, type LineRange } from './eval-case.ts';
import { seededOrder } from './seeded-order.ts';

/** Max commits to examine, newest first. */
const MAX_COMMITS = 4000;
/**
 * Limits of a usable commit. A commit that changes more files, or more places of a file, does not answer a single
 * question.
 */
const MAX_FILES = 2;
const MAX_RANGES = 6;
const MAX_GOLD_LINES = 60;

interface Commit {
  readonly hash: string;
  readonly question: string;
  /** Source files that the commit changed and that existed before. */
  readonly paths: readonly string[];
}

/**
 * Makes cases of commits. The question is the commit's message. The answer is the set of lines that it changed, in the
 * file as it was before.
 */
export async function* commitCases(git: Git, seed: number): AsyncGenerator<EvalCase> {
  for (const commit of seededOrder(await readCommits(git), seed)) {
    for (const path of commit.paths) {
      const found = await toCase(git, commit, path);
      if (found === undefined) continue;
      yield found;
      break;
    }
  }
}

async function readCommits(git: Git): Promise<Commit[]> {
  const log = await git(
    'log',
    '--no-merges',
    '--diff-filter=M',
    '--name-only',
    `--max-count=${MAX_COMMITS}`,
    '--format=%x1e%H%x1f%B%x1f',
  );
  return log
    .split('\x1e')
    .slice(1)
    .flatMap((entry) => {
      const [hash = '', message = '', names = ''] = entry.split('\x1f');
      const paths = names.split('\n').filter(isSourcePath);
      const question = commitQuestion(message);
      // A message may contain the separator of entries. Anything that is not a hash would be an option of the next
      // command.
      if (!/^[0-9a-f]{40,64}$/.test(hash)) return [];
      if (question === undefined || paths.length === 0 || paths.length > MAX_FILES) return [];
      return [{ hash, question, paths }];
    });
}

async function toCase(git: Git, { hash, question }: Commit, path: string): Promise<EvalCase | undefined> {
  const text = await git('show', `${hash}^:${path}`).catch(() => undefined);
  if (text === undefined || !isFitText(text)) return undefined;
  // Paths are relative to the repository's top folder, wherever this runs.
  const only = `:(top,literal)${path}`;
  const plain = ['-U0', '--no-color', '--no-ext-diff', '--no-textconv', '-w'];
  const diff = await git('diff', ...plain, `${hash}^`, hash, '--', only);
  const gold = changedRanges(diff, text.split('\n').length);
  const lines = gold.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  if (gold.length === 0 || gold.length > MAX_RANGES || lines > MAX_GOLD_LINES) return undefined;
  return { family: 'commit', commit: hash, path, question, text, gold };
}

/**
 * Returns the lines of the old file that a unified diff without context changes. For an insertion, these are the lines
 * before and after it.
 */
export function changedRanges(diff: string, lineCount: number): LineRange[] {
  const ranges: LineRange[] = [];
  for (const [, from, count] of diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+/gm)) {
    const first = Number(from);
    const lines = count === undefined ? 1 : Number(count);
    const [start, end] = lines === 0 ? [Math.max(1, first), first + 1] : [first, first + lines - 1];
    if (start <= lineCount) ranges.push([start, Math.min(end, lineCount)]);
  }
  return ranges;
}
