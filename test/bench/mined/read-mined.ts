import path from 'node:path';
import { openGit } from '../sessions/git.ts';
import { commitCases } from './history/commit-cases.ts';
import { docCases } from './history/doc-cases.ts';
import type { EvalCase } from './history/eval-case.ts';
import { sweQaCases } from './swe-qa-cases.ts';

/** A clone and its cases. */
export interface MinedClone {
  /** `owner/name`. */
  readonly name: string;
  /** The commit that is checked out. */
  readonly commit: string;
  readonly cases: readonly EvalCase[];
}

/**
 * Returns at most `per` cases of each family from the history and comments of a clone, always the same ones for the
 * same seed. Adds all cases that `sweQa`, a clone of SWE-QA, has for this repository.
 */
export async function readMined(
  repo: string,
  { per, seed, sweQa }: { per: number; seed: number; sweQa?: string | undefined },
): Promise<MinedClone> {
  const git = openGit(repo, process.env, new AbortController().signal);
  const cases: EvalCase[] = [];
  for (const family of [commitCases(git, seed), docCases(git, seed)]) {
    let mined = 0;
    for await (const one of family) {
      cases.push(one);
      if (++mined === per) break;
    }
  }
  const commit = (await git('rev-parse', '--short=12', 'HEAD')).trim();
  const name = nameOf(repo);
  if (sweQa !== undefined) cases.push(...(await sweQaCases(sweQa, repo, name)));
  return { name, commit, cases };
}

/** `owner/name` of a clone in a folder `owner+name`, or in a subfolder `repo` of such a folder. */
function nameOf(repo: string): string {
  const { base, dir } = path.parse(path.resolve(repo));
  return (base === 'repo' ? path.basename(dir) : base).replace('+', '/');
}
